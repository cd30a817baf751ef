/**
 * A well-known system whose records have another shape than the lists of names expect. A row counts where a record has all of
 * its `signs`. Names are written without case, spaces, punctuation and the objects that only hold fields.
 */
export interface SystemShape {
	system: string;
	signs: string[];
	/** What such a record does not have. */
	without?: string;
	/** Objects and words that are the record's own: what is in them belongs to the same person as what is beside them. */
	own?: string[];
	/** Words that are another person's here. */
	others?: string[];
	/** Columns that mean something else than by their name: a name that the lists know. */
	columns?: Record<string, string>;
	/** What the names of columns begin with. */
	prefix?: string;
	/** Whether such a record is always a person's. */
	isPerson?: boolean;
}

const shape = (system: string, signs: string, more: Omit<SystemShape, 'system' | 'signs'>): SystemShape => ({
	system,
	signs: signs.split(' '),
	...more,
});

const OLD = 'old email';

export const SYSTEM_SHAPES: SystemShape[] = [
	shape('HubSpot', 'hsadditionalemails', { columns: { hsadditionalemails: OLD } }),
	shape('Mailchimp', 'emailaddress fname', { own: ['mergefields'] }),
	shape('Brevo', 'email emailblacklisted', { own: ['attributes'] }),
	shape('Customer.io', 'email identifiers', { own: ['identifiers', 'attributes'] }),
	shape('Notion, simplified', 'id name url', { prefix: 'property' }),
	shape('Google Contacts', 'names emailaddresses', { columns: { emailaddressesother: 'email' } }),
	shape('Google Contacts, exported', 'email1value', { columns: { email2value: OLD } }),
	shape('Outlook contacts, exported', 'email2address', { columns: { email2address: OLD, email3address: OLD } }),
	shape('Pipedrive persons, exported', 'personname personemailwork', { columns: { personemailhome: OLD } }),
	shape('WooCommerce orders', 'billingemail shipping', { without: 'email', own: ['billing'] }),
	shape('Shopify orders, exported', 'billingname lineitemname', {
		own: ['billing'],
		columns: { name: 'order id' },
		isPerson: true,
	}),
	shape('Calendly, exported', 'inviteeemail useremail', { others: ['user'] }),
	shape('Zoom participants', 'name useremail jointime', { own: ['user'], isPerson: true }),
	shape('Workday workers', 'descriptor primaryworkemail', { columns: { descriptor: 'full name' } }),
	shape('BambooHR', 'displayname workemail', { columns: { homeemail: OLD } }),
	shape('Rippling', 'workemail ismanager', { columns: { personalemail: OLD } }),
	shape('Gusto', 'email companyuuid', { columns: { workemail: OLD } }),
	shape('German tables', 'vorname name', { without: 'nachname', columns: { name: 'nachname' } }),
	shape('French tables', 'prenom nom', { without: 'nomdefamille', columns: { nom: 'nom de famille' } }),
	shape('French tables of recipients', 'prenomdudestinataire', {
		columns: { nomdudestinataire: 'destinataire nom de famille' },
	}),
	shape('Dutch tables', 'voornaam naam', { without: 'achternaam', columns: { naam: 'achternaam' } }),
];
