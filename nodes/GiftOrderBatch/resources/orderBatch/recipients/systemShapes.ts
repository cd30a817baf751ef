import { listOf, LISTS } from './columnNames';

/**
 * A well-known system whose records have another shape than the lists of names expect. A row counts where a record has all of
 * its `signs`. Names are written without case, spaces, punctuation and the objects that only hold fields.
 */
export interface SystemShape {
	system: string;
	signs: string[];
	/** What such a record does not have. */
	without?: string;
	/** Objects and words that hold the same person as what is beside them. */
	ofRecord?: string[];
	/** Words that are of other people here. */
	others?: string[];
	/** Columns that mean something else than by their name: a name that the lists know. */
	columns?: Record<string, string>;
	/** What the names of columns begin with. */
	prefix?: string;
}

const shape = (system: string, signs: string, more: Omit<SystemShape, 'system' | 'signs'>): SystemShape => ({
	system,
	signs: signs.split(' '),
	...more,
});

const OLD_EMAIL = 'old email';
const TO_COLUMNS = {
	to: 'recipient',
	toname: 'recipient name',
	tofirstname: 'recipient first name',
	tolastname: 'recipient last name',
	toemail: 'recipient email',
};
const BILLING_COLUMNS = { billingaddressfirstname: 'first name', billingaddresslastname: 'last name' };
const HR_SIGNS =
	'newhire newhirename employee employeename employeefirstname employeeemail employeeid employeenumber hiredate dateofhire employmenttype employmentstatus supervisor linemanager workemail workcontactworkemail';

// One system a line.
// prettier-ignore
export const SYSTEM_SHAPES: SystemShape[] = [
	...['valid', 'totallow'].map((sign) => shape('Validate Only, Get Price', sign, { others: ['columns'] })),
	shape('HubSpot', 'hsadditionalemails', { columns: { hsadditionalemails: OLD_EMAIL } }),
	...['id name url', 'propertyfirstname'].map((signs) => shape('Notion, simplified', signs, { prefix: 'property' })),
	shape('Google Contacts', 'names emailaddresses', { columns: { emailaddressesother: 'email' } }),
	shape('Google Contacts, exported', 'email1value', { columns: { email2value: OLD_EMAIL } }),
	shape('Outlook contacts, exported', 'email2address', { columns: { email2address: OLD_EMAIL, email3address: OLD_EMAIL } }),
	shape('WooCommerce orders', 'billingemail shipping', { without: 'email', ofRecord: ['billing'] }),
	shape('Shopify orders, exported', 'billingname lineitemname', { ofRecord: ['billing'], columns: { name: 'order id' } }),
	shape('Squarespace orders', 'customeremail billingaddressfirstname', { ofRecord: ['customer'], columns: BILLING_COLUMNS }),
	...['contactid', 'locationfulladdress'].map((sign) => shape('HighLevel webhooks', `${sign} location`, { others: ['user', 'location'] })),
	shape('ConvertKit', 'firstname emailaddress state fields', { ofRecord: ['fields'] }),
	shape('Notion users', 'name personemail avatarurl', { ofRecord: ['person'] }),
	shape('ADP, exported', 'workcontactworkemail', { ofRecord: ['contact'] }),
	shape('ADP', 'associateoid person', { ofRecord: ['person'], columns: { personcommunicationemailsemailuri: 'personal email' } }),
	shape('Amazon orders', 'amazonorderid', { ofRecord: ['buyer'] }),
	shape('Etsy orders, exported', 'buyeruserid buyeremail', { columns: { buyeremail: 'email' } }),
	...['payer purchaseunits', 'intent payerpayerid'].map((signs) => shape('PayPal orders', signs, { ofRecord: ['payer'], others: ['payee'] })),
	...['payerpayerid', 'payerpayerinfopayerid'].map((sign) => shape('PayPal webhooks', `eventtype resource ${sign}`, { ofRecord: ['payer'], others: ['payee'] })),
	...['receiptemail', 'livemode'].map((sign) => shape('Stripe charges', `billingdetails ${sign}`, { ofRecord: ['billing'], columns: { receiptemail: 'email' } })),
	shape('FHIR patients', 'resourcetype', { others: ['contact'] }),
	shape('Calendly, exported', 'inviteeemail useremail', { others: ['user'] }),
	shape('Zoom participants', 'name useremail jointime', { ofRecord: ['user'] }),
	shape('Workday workers', 'descriptor primaryworkemail', { columns: { descriptor: 'full name' } }),
	shape('Gusto', 'uuid email workemail', { columns: { email: 'personal email' } }),
	shape('Users', 'username useremail', { columns: { username: 'user full name' } }),
	shape('Salesforce person accounts', 'personmailingstreet', { prefix: 'person' }),
	shape('Xero', 'contactid contactstatus firstname', { columns: { name: 'company name' } }),
	shape('Close leads', 'displayname statuslabel contacts', { columns: { name: 'company name', displayname: 'company name' } }),
	...['primarycontactname', 'contactname'].map((name) => shape('Close, exported', `leadname ${name}`, { columns: { leadname: 'company name' } })),
	shape('Close, exported', 'displayname primarycontactname primarycontactprimaryemail', { columns: { displayname: 'company name' } }),
	shape('Remote', 'employmentfullname', { prefix: 'employment', columns: { basicinformationname: 'full name', basicinformationemail: 'work email' } }),
	shape('Front', 'name handlessource', { columns: { handleshandle: 'email' } }),
	shape('German tables', 'vorname name', { without: 'nachname', columns: { name: 'nachname' } }),
	shape('French tables', 'prenom nom', { without: 'nomdefamille', columns: { nom: 'nom de famille' } }),
	shape('French tables of recipients', 'prenomdudestinataire', { columns: { nomdudestinataire: 'destinataire nom de famille' } }),
	shape('French questions', 'quelestvotreprenom quelestvotrenom', { columns: { quelestvotrenom: 'nom de famille' } }),
	...['vorname kind', 'nachname kind', 'eltern kind', 'elternteil kind', 'mutter kind', 'vater kind', 'vorname kind1', 'nachname kind1'].map((signs) => shape('German tables of children', signs, { columns: { kind: 'student name', kind1: 'student name' } })),
	shape('German tables of contacts', 'vornameansprechpartner nameansprechpartner', { columns: { nameansprechpartner: 'nachname ansprechpartner' } }),
	...['nombre apellidos', 'nombre apellido', 'nombre primerapellido', 'nome cognome', 'nome sobrenome'].map((signs) => shape('Tables with Nombre or Nome', signs, { columns: { nombre: 'primer nombre', nome: 'primer nombre' } })),
	...['from', 'fromname', 'fromemail'].map((from) => shape('Tables with From and To', `${from} toemail`, { columns: TO_COLUMNS })),
	...HR_SIGNS.split(' ').map((sign) => shape('Tables of employees', sign, { others: listOf(`${LISTS.FAMILY_WORDS}, ${LISTS.RELATED_WORDS}`), columns: { companyemail: 'work email' } })),
	shape('Factorial', 'contactname contactnumber birthdayon', { others: ['contact'] }),
	shape('Jobber clients', 'billingaddress properties emails', { others: ['properties'] }),
	...['preferredfirstname', 'preferredname'].map((name) => shape('Tables of preferred names', `${name} lastname`, { without: 'firstname', columns: { [name]: 'name', legalfirstname: 'other first name' } })),
	shape('OpenCart orders', 'paymentzone shippingzone', { columns: { paymentzone: 'payment state', shippingzone: 'shipping state' } }),
	shape('Odoo', 'iscompany parentid', { columns: { parentid: 'company name' } }),
	shape('Oracle HCM', 'addressestownorcity addressesregion2', { columns: { addressesregion2: 'addresses state' } }),
	shape('Paylocity', 'homeaddressaddress1 workaddresslocation', { columns: { workaddresslocation: 'office name' } }),
	shape('BigCommerce orders', 'billingaddressemail shippingaddressesresource', { columns: { ...BILLING_COLUMNS, billingaddressemail: 'email' } }),
	shape('Snipcart orders', 'billingaddressfirstname shippingaddresssameasbilling', { columns: BILLING_COLUMNS }),
	shape('Ecwid orders without a parcel', 'billingpersonfirstname email', { without: 'shippingperson', columns: { billingpersonname: 'name', billingpersonfirstname: 'first name', billingpersonlastname: 'last name' } }),
	shape('Wix orders', 'buyerinfoemail', { ofRecord: ['buyer'] }),
	shape('Ticket Tailor orders', 'buyerdetails issuedtickets', { ofRecord: ['buyer'] }),
	shape('ConvertKit webhooks', 'subscriberfirstname fields', { ofRecord: ['fields'] }),
	shape('Google Forms', 'timestamp username', { without: 'email', columns: { username: 'email' } }),
	shape('QuickBooks customers', 'billaddressline1 givenname', { without: 'shipaddressline1', ofRecord: ['bill'] }),
	shape('FreshBooks', 'pstreet pcity', { columns: { pstreet: 'street', pstreet2: 'street 2', pcity: 'city', pprovince: 'state', pcode: 'zip', pcountry: 'country' } }),
	shape('Lightspeed', 'contactaddressescontactaddressaddress1', { ofRecord: ['contact'] }),
	shape('HaloPSA users', 'clientname siteid', { columns: { clientname: 'company name' } }),
	shape('Invoice Ninja', 'displayname contacts balance', { columns: { name: 'company name', displayname: 'company name' } }),
	shape('Jira', 'webhookevent user', { others: ['user'] }),
	...['deal', 'opportunity', 'ticket', 'issue', 'project'].map((thing) => shape('Events of deals, tickets and projects', `event user ${thing}`, { others: ['user'] })),
	shape('ClickUp tasks', 'creator assignees name', { columns: { name: 'project name' } }),
	shape('Sage Intacct, exported', 'mailaddressaddress1', { prefix: 'mailaddress' }),
	...['satisfaction', 'satisfactionrating', 'satisfactionscore', 'csat', 'csatscore'].flatMap((sign) => ['', 'ticket'].map((prefix) => shape('Zendesk tickets', `ticketid ${prefix}requesteremail ${sign}`, { ofRecord: ['requester'], columns: { subject: 'note' }, prefix }))),
	shape('Breeze', 'breezeid', { others: ['campus'] }),
	...['itemid', 'itemidautogenerated'].map((sign) => shape('monday.com, exported', `name firstname person ${sign}`, { others: ['person'] })),
	shape('PowerSchool teachers', 'teachersfirstname teacherslastname teachersemailaddress', { without: 'name', prefix: 'teachers' }),
	shape('Dutch tables', 'voornaam naam', { without: 'achternaam', columns: { naam: 'achternaam' } }),
];
