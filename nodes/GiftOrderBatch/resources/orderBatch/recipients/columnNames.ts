/**
 * What the names of columns mean: closed lists, of which `docs/columns.md` is made. Commas separate the names. Case, accents,
 * spaces and punctuation do not matter.
 */

/** What a column holds. `full_name` and `street_number` become parts of other fields. */
export type Field =
	| 'first_name'
	| 'last_name'
	| 'full_name'
	| 'email'
	| 'phone'
	| 'address_1'
	| 'address_2'
	| 'street_number'
	| 'city'
	| 'state'
	| 'postal_code'
	| 'country';

export const listOf = (text: string): string[] => text.split(',').map((name) => name.trim());

/** The names of each field. */
export const FIELD_NAMES: Record<Field, string> = {
	first_name: `first name, given name, forename, fname, first name first, name first, name first name, full name first name, full name first, names given name,
		legal first name, legal name first name, preferred name first name, christian name, vorname, prénom, primer nombre, primeiro nome, voornaam,
		ファーストネーム`,
	last_name: `last name, surname, family name, lname, second name, name last, name last name, full name last name, full name last, names family name, legal last name,
		legal name last name, preferred name last name, nachname, familienname, familienaam, nom de famille, apellido, apellidos, primer apellido, sobrenome, apelido,
		último nome, cognome, achternaam`,
	full_name: `name, full name, complete name, legal name, display name, names display name, first and last name, first last name, name first last,
		name first and last, full name first last, last first, last name first name, first name last name, first name and last name, name full name,
		vor und nachname, vollständiger name, nom complet, nom, prénom et nom, nom et prénom, nombre, nombre completo, nombre y apellidos, nome,
		nome completo, nome e sobrenome, nome e cognome, naam, volledige naam, 氏名, 名前, お名前`,
	email: `email, emails, email id, mail id, email address, email addresses, mail, mail address, email addr, email 1, email 1 value, email address 1,
		email addresses address, email addresses value, emails email, emails value, email value, email addresses email, email addresses email address,
		enter email, confirm email, email enter email, email confirm email, email adresse, mailadresse, adresse email, adresse mail, courriel,
		adresse électronique, correo, correo electrónico, dirección de correo electrónico, endereço de email, correio eletrônico,
		indirizzo email, posta elettronica, emailadres, メール, メールアドレス, eメール`,
	phone: `phone, phones, phone number, phone numbers, phone no, contact number, contact no, telephone, telephone number, tel, phone 1, phone 1 value,
		phone value, phone numbers value, phone numbers number, phones value, phone number full, primary phone free form number, telefon,
		telefonnummer, rufnummer, téléphone, numéro de téléphone, teléfono, número de teléfono, telefone, telefono, numero di telefono, telefoon,
		telefoonnummer, 電話, 電話番号`,
	address_1: `address, address 1, address line 1, address line, addr line 1, line 1, street, street address, street 1, street line 1, street name, address street,
		addr 1, address 1 line 1, address 1 street, address 1 street 1, postal address, straße, straße und hausnummer, anschrift, adresse, adresse postale, rue, calle, dirección,
		domicilio, rua, endereço, morada, logradouro, indirizzo, via, straat, adres, 住所`,
	address_2: `address 2, address line 2, addr line 2, line 2, addr 2, street 2, street line 2, apartment, apt, suite, apt suite, apartment suite, unit number,
		apartment number, suite number, address 1 line 2, extended address, adresszusatz, adresse 2, complément d adresse, complemento, 建物名`,
	street_number: `street number, house number, hausnummer, huisnummer, número civico`,
	city: `city, town, city town, town city, locality, address 1 city, stadt, ort, wohnort, ville, ciudad, cidade, città, stad, plaats, woonplaats, 市区町村`,
	state: `state, state province, state region, state province region, province, region, state code, province code, state or province, us state,
		state us, state territory code, state province text only, administrative district level 1, administrative area, country sub division code,
		address 1 state or province, address 1 state, address 1 region, bundesland, bundesstaat, estado, provincia, provincie, província, 都道府県`,
	postal_code: `postal code, zip, zip code, postcode, post code, zip postal code, postal zip code, zip postcode, postal, address 1 postal code, plz,
		address 1 zip, postleitzahl, code postal, código postal, cep, cap, 郵便番号`,
	country: `country, country region, country or region, country name, country code, country iso, country iso code, country code v2,
		address 1 country, land, pays, país, paese, nazione, stato, 国`,
};

/** The names of a phone that takes text messages, which is preferred to other phones. */
export const MOBILE_NAMES = `mobile, mobile phone, mobile number, mobile no, mobile phone number, cell, cell phone, cell number, cell phone number,
	phone mobile, phone cell, phone numbers mobile, sms, handy, handynummer, mobil, mobilnummer, mobiltelefon, portable, téléphone portable, móvil,
	teléfono móvil, celular, teléfono celular, telemóvel, cellulare, mobiel, 携帯電話, 携帯番号`;

/** Names that count only by themselves. */
export const BARE_NAMES: Partial<Record<Field, string>> = { first_name: 'first, 名', last_name: 'last, 姓' };

/** Words for a whole address, which beside the name of one of its lines change nothing: "Address - City". */
export const ADDRESS_WORDS = `address, addresses, addr, location, postal address, adresse, anschrift, dirección, endereço, indirizzo, adres, 住所`;

/** Words for the person who gets the gift. */
export const RECIPIENT_WORDS = `recipient, recipients, gift recipient, giftee, receiver, gift receiver, beneficiary, beneficiaries, addressee, reciever, recepient, recipent, send gift to, gift to,
	empfänger, empfängerin, beschenkte, beschenkter, destinataire, bénéficiaire, destinatario, destinataria, destinatário, beneficiario,
	beneficiário, ontvanger, geadresseerde, 受取人, お届け先, 届け先, 贈り先`;

/** Words for the one person of a record. Words of one line mean the same person. */
export const PERSON_WORDS = [
	`employee, employees, worker, staff, staff member, staff members, team member, team members, colleague name of employee, new hire, new hires, new joiner, joiner, new starter, mitarbeiter, mitarbeiterin, empleado, funcionário,
	colaborador, dipendente, medewerker, 社員, 従業員`,
	`customer, customers, client, kunde, kundin, cliente, klant, 顧客, お客様`,
	`contact, contacts, contact person, kontakt, ansprechpartner, contacto, contato, contatto`,
	`person, individual`,
	`member, members, board member`,
	`user, subscriber`,
	`guest, guests, attendee, attendees, invitee, participant, participants, registrant, teilnehmer, teilnehmerin, gast, invitado, convidado, 参加者`,
	`student, pupil`,
	`lead, prospect`,
	`candidate, applicant`,
	`patient`,
	`donor`,
	`volunteer`,
	`winner, nominee, honoree, awardee`,
];

/** Words for the place of an address. Parcels go to `shipping` rather than to any other. */
export const PLACE_WORDS = {
	shipping: `mailing, shipping, delivery, ship to, ship, deliver to, gift delivery, correspondence, postanschrift, liefer, lieferung, versand, livraison,
		envío, envio, entrega, spedizione, consegna, bezorg, verzend, aflever, 配送先, 送付先`,
	work: `work, business, professional, office, corporate, beruflich, geschäftlich, dienstlich, professionnel, professionnelle, trabajo, trabalho,
		lavoro, zakelijk, 勤務先`,
	home: `home, personal, private, residential, residence, privat, perso, personnel, personnelle, privé, 自宅, 個人`,
};

/** Words that change nothing. */
export const FILLER_WORDS = `primary, main, default, official, current, permanent, legal, preferred, confirm, haupt, principal, of, the, your, what is, what, please enter, enter, provide, of the, value, field, de, du, des, del, della, di, do, da,
	de la, de l, der, des, dem, van, van de, het, le, la, ihr, ihre, deine, votre, su, の`;

/** Objects that only hold fields. */
export const CONTAINER_WORDS = `properties, property, fields, field values, merge fields, data, attributes, body, json, record, payload, values, answers, profile,
	details, info, result, row, entry, object, traits, identifiers, custom attributes, custom fields, responses, order, item, items`;

/** Words of other people. */
export const OTHER_WORDS = `owner, owner id, user id, creator user id, contact owner, account owner, lead owner, deal owner, record owner, account manager, account executive, manager, line manager, hiring manager,
	direct manager, people manager, supervisor, boss, team lead, reports to, reporting to, sender, from, giver, gift giver, gifter, requester, requestor, requested by, submitter,
	submitted by, respondent, referrer, referred by, who referred you, created by, creator, author, modified by, updated by, last modified by, approver, approved by, reviewer, assigned to, assignee, assigned agent,
	agent, rep, sales rep, account rep, salesperson, sales person, representative, csm, broker, advisor, consultant, recruiter, interviewer, coordinator, host, organizer,
	organiser, planner, admin, administrator, parent, mother, father, mom, dad, guardian, spouse, husband, wife, partner, plus one,
	emergency contact, emergency, next of kin, payer, payor, purchaser, purchased by, buyer, ordered by, cardholder, card holder, nominator, nominated by, sponsor,
	mentor, teacher, instructor, doctor, assistant, secretary, ea, hr, hrbp, buddy, seller, billing, billing contact, invoice, bill to, bill, sold to, cc, bcc, reply to,
	absender, absenderin, vorgesetzter, vorgesetzte, rechnung, besteller, ansprechpartner vertrieb, expéditeur, expéditrice, responsable, gestionnaire, facturation, remitente, gerente, jefe, facturación,
	remetente, gestor, chefe, faturamento, mittente, responsabile, fatturazione, afzender, leidinggevende, factuur, 差出人, 送り主, 注文者, ご注文者, 担当者, 上司, 請求先`;

/** Words of companies, and of addresses that nobody reads. */
export const COMPANY_WORDS = `company, companies, organization, organizations, organisation, org, org id, account, accounts, business name, office name, employer,
	school, university, college, department, division, store, shop, brand, vendor, supplier, merchant, support, noreply, firma, unternehmen, entreprise, société,
	empresa, azienda, bedrijf, 会社, 会社名, 部署, 店舗, 店舗名`;

/** Words of a person's other data, such as what is no longer or not first used. */
export const SPARE_WORDS = `secondary, second, alternate, alternative, alt, other, additional, old, previous, former, backup, recovery, maiden, nickname, nick, middle, username,
	user name, login, user principal name, preferred name, preferred first name, preferred last name, known as, phonetic, pronunciation, phone 2, phone 3, address 3`;

/** Words of what is no person. An email under them could still be somebody's. */
export const THING_WORDS = `role, job, job title, position, industry, title, avatar, image, photo, ip, utm, team, group, event, event type, product, item name, lineitem, project, campaign, list, segment, tag, file, domain, website, page, home page,
	form, survey, template, plan, deal, opportunity, ticket, tickets, ticket class, ticket type, course, class, session, webinar, meeting, territory, practice, pet, hometown, home town,
	notification, 商品, 商品名, 件名`;

/** Objects in which there is nobody who could be the recipient. */
export const SKIPPED_OBJECTS = `scheduled event, product, products, line items, tags, note attributes, versions, metadata, links, settings, geo, browser, device, headers,
	params, query, merge audits, form submissions, relations, identity profiles, destination calendar, campaign, avatar, image, photo`;

/** Words that speak of a person or a name, in columns that are on no list. */
export const NAMING_WORDS = `behalf, honor, honour, celebrate, celebrating, thank, teammate, name, nom, nombre, nome, naam, 名, 名前, 氏名, contact, person, friend, colleague, coworker, co worker, nominee, nominated, employee, guest,
	attendee, invitee, participant, winner, honoree, awardee, champion, candidate, student, child, kid, son, daughter, brother, sister, girlfriend, boyfriend, fiance, baby, mentee, celebrant, family, bride, groom, couple, graduate, retiree, leaver,
	freund, freundin, kollege, kollegin, kind, ami, amie, collègue, amigo, amiga, colega, collega, amico, amica, vriend, vriendin`;

/** Words that speak of a recipient, where they begin or end a name that is on no list. */
export const TOWARDS_WORDS = `who, for, to, attention, attn, c/o, care of, direct report, direct reports, whom, für, an, pour, à l attention de, para, per, voor, 宛先, 宛, odbiorca, mottagare,
	modtager, получатель, 收件人, 收货人, 받는사람, 수령인`;

/** Columns that say that a record is a thing or a company, so that its plain Name is no person's. */
export const THING_COLUMNS = `primary contact id, primary contact id value, ticket id, priority, sku, barcode, mime type, file size, vendor, product type, price, unit price, stock, inventory quantity, date, start, end, start time, end time,
	start date time, event date, venue, capacity, duration, attendees, num employees, number of employees, employee count, annual revenue, deal stage, amount, line items, primary contact,
	company domain name, founded, founded year`;

/** Columns that say that a record is a filled-in form, whose email may be that of whoever filled it in. */
export const FORM_COLUMNS = `timestamp, submitted at, submission id, submission date, submit date utc, response id, respondent id, created by, form id`;

/** Values of a column "type", "object" or the like that say the same. */
export const THING_TYPES = `company, companies, account, organization, organisation, business, deal, opportunity, product, item, file, folder, document, event, project, order, list,
	campaign, ticket, vendor, invoice, page, database, group, team`;

/** Words in a whole name that no person has. */
export const NO_NAME_WORDS = `inc, llc, ltd, limited, corp, corporation, gmbh, ag, kg, plc, llp, sarl, srl, spa, bv, nv, pty, co, company, foundation, university, school, holdings, ventures, group, team,
	support, sales, office, desk, info, admin, services, solutions, systems, family, familie, famille, familia, famiglia, traders, consulting, partners, labs, studio, agency, bank, hotel,
	party, gala, plan, meeting, the, and, und, et, for, of, test, customer, customers, department, gift, order, event`;

/** Values of a column "state" that are those of an account. */
export const ACCOUNT_STATES = `enabled, disabled, active, inactive, invited, declined, pending, open, closed, new, verified, unverified, subscribed, unsubscribed, archived, deleted`;
