import { listOf, LISTS } from './columnNames';

/**
 * A well-known system whose records have another shape than the lists of names expect. A row counts where a record has all of
 * its `signs`; `|` stands between those of which one is enough. Names are written without case, spaces, punctuation and the objects that only hold fields.
 */
export interface SystemShape {
	signs: string;
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

const shape = (signs: string, more: Omit<SystemShape, 'signs'>): SystemShape => ({ signs, ...more });

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
	'newhire|newhirename|employee|employeename|employeefirst|employeefirstname|employeeemail|employeeid|employeenumber|hiredate|dateofhire|employmenttype|employmentstatus|supervisor|linemanager|workemail|workcontactworkemail';

// One line for each system, with its name, which docs/columns.md shows.
// prettier-ignore
export const SYSTEM_SHAPES: SystemShape[] = [
	shape('valid|totallow', { others: ['columns'] }), // Validate Only, Get Price
	shape('hsadditionalemails|email2value|email2address', { columns: { hsadditionalemails: OLD_EMAIL, email2value: OLD_EMAIL, email2address: OLD_EMAIL, email3address: OLD_EMAIL } }), // HubSpot; Google and Outlook contacts, exported
	...['id name url', 'propertyfirstname'].map((signs) => shape(signs, { prefix: 'property' })), // Notion, simplified
	shape('names emailaddresses', { columns: { emailaddressesother: 'email' } }), // Google Contacts
	shape('billingemail shipping', { without: 'email', ofRecord: ['billing'] }), // WooCommerce orders
	shape('billingname lineitemname', { ofRecord: ['billing'], columns: { name: 'order id' } }), // Shopify orders, exported
	shape('customeremail billingaddressfirstname', { ofRecord: ['customer'], columns: BILLING_COLUMNS }), // Squarespace orders
	shape('contactid|locationfulladdress location', { others: ['user', 'location'] }), // HighLevel webhooks
	shape('firstname emailaddress state fields', { ofRecord: ['fields'] }), // ConvertKit
	shape('name personemail avatarurl', { ofRecord: ['person'] }), // Notion users
	shape('workcontactworkemail|contactaddressescontactaddressaddress1', { ofRecord: ['contact'] }), // ADP, exported, Lightspeed
	shape('associateoid person', { ofRecord: ['person'], columns: { personcommunicationemailsemailuri: 'personal email' } }), // ADP
	shape('amazonorderid|buyerinfoemail', { ofRecord: ['buyer'] }), // Amazon orders, Wix orders
	shape('buyeruserid buyeremail', { columns: { buyeremail: 'email' } }), // Etsy orders, exported
	...['payer purchaseunits', 'intent payerpayerid', 'eventtype resource payerpayerid|payerpayerinfopayerid'].map((signs) => shape(signs, { ofRecord: ['payer'], others: ['payee'] })), // PayPal
	shape('billingdetails receiptemail|livemode', { ofRecord: ['billing'], columns: { receiptemail: 'email' } }), // Stripe charges
	shape('resourcetype', { others: ['contact'] }), // FHIR patients
	shape('inviteeemail useremail', { others: ['user'] }), // Calendly, exported
	shape('name useremail jointime', { ofRecord: ['user'] }), // Zoom participants
	shape('descriptor primaryworkemail', { columns: { descriptor: 'full name' } }), // Workday workers
	shape('workeremail', { ofRecord: ['employee'] }), // Workday reports
	shape('uuid email workemail', { columns: { email: 'personal email' } }), // Gusto
	shape('username useremail', { columns: { username: 'user full name' } }), // Users
	shape('personmailingstreet', { prefix: 'person' }), // Salesforce person accounts
	shape('contactid contactstatus firstname', { columns: { name: 'company name' } }), // Xero
	shape('displayname contacts statuslabel|balance', { columns: { name: 'company name', displayname: 'company name' } }), // Close leads, Invoice Ninja
	shape('leadname primarycontactname|contactname', { columns: { leadname: 'company name' } }), // Close, exported
	shape('displayname primarycontactname primarycontactprimaryemail', { columns: { displayname: 'company name' } }), // Close, exported
	shape('employmentfullname', { prefix: 'employment', columns: { basicinformationname: 'full name', basicinformationemail: 'work email' } }), // Remote
	shape('name handlessource', { columns: { handleshandle: 'email' } }), // Front
	shape('vorname name', { without: 'nachname', columns: { name: 'nachname' } }), // German tables
	shape('prenom nom', { without: 'nomdefamille', columns: { nom: 'nom de famille' } }), // French tables
	shape('prenomdudestinataire', { columns: { nomdudestinataire: 'destinataire nom de famille' } }), // French tables of recipients
	shape('vorname|nachname|eltern|elternteil|mutter|vater kind|kind1', { columns: { kind: 'student name', kind1: 'student name' } }), // German tables of children
	shape('vornameansprechpartner nameansprechpartner', { columns: { nameansprechpartner: 'nachname ansprechpartner' } }), // German tables of contacts
	shape('nombre|nome apellidos|apellido|primerapellido|cognome|sobrenome', { columns: { nombre: 'primer nombre', nome: 'primer nombre' } }), // Tables with Nombre or Nome
	shape('from|fromname|fromemail toemail', { columns: TO_COLUMNS }), // Tables with From and To
	shape(HR_SIGNS, { others: listOf(`location, ${LISTS.FAMILY_WORDS}, ${LISTS.RELATED_WORDS}`), columns: { companyemail: 'work email', status: 'employment status' } }), // Tables of employees
	shape('contactname contactnumber birthdayon', { others: ['contact'] }), // Factorial
	shape('billingaddress properties emails', { others: ['properties'] }), // Jobber clients
	shape('preferredfirstname|preferredname lastname', { without: 'firstname', columns: { preferredfirstname: 'first name', preferredname: 'first name' } }), // Tables of preferred names
	shape('active otheremails', { columns: { active: 'note' } }), // Freshdesk
	shape('iscompany parentid', { columns: { displayname: 'company name', parentid: 'company name' } }), // Odoo
	shape('billingaddressemail shippingaddressesresource', { columns: { ...BILLING_COLUMNS, billingaddressemail: 'email' } }), // BigCommerce orders
	shape('billingpersonfirstname email', { without: 'shippingperson', columns: { billingpersonname: 'name', billingpersonfirstname: 'first name', billingpersonlastname: 'last name' } }), // Ecwid orders without a parcel
	shape('subscriberfirstname fields', { ofRecord: ['fields'] }), // ConvertKit webhooks
	shape('timestamp username', { without: 'email', columns: { username: 'email' } }), // Google Forms
	shape('billaddressline1 givenname', { without: 'shipaddressline1', ofRecord: ['bill'] }), // QuickBooks customers
	shape('pstreet pcity', { columns: { pstreet: 'street', pstreet2: 'street 2', pcity: 'city', pprovince: 'state', pcode: 'zip', pcountry: 'country' } }), // FreshBooks
	shape('clientname siteid', { columns: { clientname: 'company name' } }), // HaloPSA users
	shape('webhookevent user', { others: ['user'] }), // Jira
	shape('event user deal|opportunity|ticket|issue|project', { others: ['user'] }), // Events of deals, tickets and projects
	shape('creator assignees name', { columns: { name: 'project name' } }), // ClickUp tasks
	shape('ticketid|submitteremail|submitterid requesteremail|ticketrequesteremail satisfaction|satisfactionrating|satisfactionscore|csat|csatscore', { ofRecord: ['requester'], columns: { subject: 'note' }, prefix: 'ticket' }), // Zendesk tickets
	shape('name firstname person itemid|itemidautogenerated', { others: ['person'] }), // monday.com, exported
	shape('volunteer|volunteername|member', { others: ['lead'] }), // Tables of volunteers and members
	shape('player|playername|playerfirstname|client|clientname|clientfirstname', { others: ['coach'] }), // Tables of players and clients
	shape('patientname species|breed', { others: ['patient'] }), // Veterinary patients
	shape('hiringstatus|terminated workemail', { columns: { email: 'personal email' } }), // Deel, Gusto
	shape('creatorname handle|handles|creatorhandle|instagram', { ofRecord: ['creator'] }), // Tables of creators
	shape('voornaam naam', { without: 'achternaam', columns: { naam: 'achternaam' } }), // Dutch tables
];
