/**
 * A well-known system whose records have another shape than the lists of names expect. A row counts where all of its `signs`
 * are in a record. All names are written without case, spaces, punctuation and the objects that only hold fields.
 */
export interface SystemShape {
	system: string;
	signs: string[];
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

export const SYSTEM_SHAPES: SystemShape[] = [
	{ system: 'Mailchimp', signs: ['emailaddress', 'fname'], own: ['mergefields'] },
	{ system: 'Brevo', signs: ['email', 'emailblacklisted'], own: ['attributes'] },
	{ system: 'Customer.io', signs: ['email', 'identifiers'], own: ['identifiers', 'attributes'] },
	{ system: 'Notion, simplified', signs: ['id', 'name', 'url'], prefix: 'property' },
	{
		system: 'Google Contacts',
		signs: ['names', 'emailaddresses'],
		columns: { emailaddressesother: 'home email', phonenumbersother: 'phone' },
	},
	{ system: 'WooCommerce orders', signs: ['billingemail', 'customerid'], own: ['billing'], isPerson: true },
	{
		system: 'Shopify orders, exported',
		signs: ['email', 'billingname', 'lineitemname'],
		own: ['billing'],
		columns: { name: 'order id' },
		isPerson: true,
	},
	{ system: 'Calendly, exported', signs: ['inviteeemail', 'useremail'], others: ['user'] },
	{ system: 'Zoom participants', signs: ['name', 'useremail', 'jointime'], own: ['user'], isPerson: true },
	{ system: 'Workday', signs: ['worker', 'emailprimarywork'], own: ['employee'], isPerson: true },
];
