/**
 * What the names of columns mean: closed lists, one a line, of which `docs/columns.md` is made. Commas separate the names. Case, accents,
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
	first_name: `first name, given name, forename, fname, first name first, name first, name first name, full name first name, full name first, names given name, legal first name, legal name first name, preferred name first name, christian name, vorname, prénom, primer nombre, primeiro nome, voornaam, ファーストネーム`,
	last_name: `last name, surname, family name, lname, second name, name last, name last name, full name last name, full name last, names family name, legal last name, legal name last name, preferred name last name, nachname, familienname, familienaam, nom de famille, apellido, apellidos, primer apellido, sobrenome, apelido, último nome, cognome, achternaam`,
	full_name: `name, full name, complete name, legal name, display name, names display name, first and last name, first last name, name first last, name first and last, full name first last, first name last name, first name and last name, name full name, vor und nachname, vollständiger name, nom complet, nom, prénom et nom, nombre, nombre completo, nombre y apellidos, nome, nome completo, nome e sobrenome, nome e cognome, naam, volledige naam, 氏名, 名前, お名前`,
	email: `email, emails, email id, mail id, email address, email addresses, mail, mail address, email addr, email 1, email 1 value, email address 1, email addresses address, email addresses value, emails email, emails value, email value, email addresses email, email addresses email address, enter email, confirm email, email enter email, email confirm email, email adresse, mailadresse, adresse email, adresse mail, courriel, adresse électronique, correo, correo electrónico, dirección de correo electrónico, endereço de email, correio eletrônico, indirizzo email, posta elettronica, emailadres, メール, メールアドレス, eメール`,
	phone: `phone, phones, phone number, phone numbers, phone no, contact number, contact no, telephone, telephone number, tel, phone 1, phone 1 value, phone value, phone numbers value, phone numbers number, phones value, phone number full, primary phone free form number, telefon, telefonnummer, rufnummer, téléphone, numéro de téléphone, teléfono, número de teléfono, telefone, telefono, numero di telefono, telefoon, telefoonnummer, 電話, 電話番号`,
	address_1: `address, address 1, address line 1, address line, addr line 1, line 1, street, street address, street 1, street line 1, street name, address street, addr 1, address 1 line 1, address 1 street, address 1 street 1, postal address, straße, straße und hausnummer, anschrift, adresse, adresse postale, rue, calle, dirección, domicilio, rua, endereço, morada, logradouro, indirizzo, via, straat, adres, 住所`,
	address_2: `address 2, address line 2, addr line 2, line 2, addr 2, street 2, street line 2, apartment, apt, suite, apt suite, apartment suite, unit number, apartment number, suite number, address 1 line 2, extended address, adresszusatz, adresse 2, complément d adresse, complemento, 建物名`,
	street_number: `street number, house number, hausnummer, huisnummer, número civico`,
	city: `city, town, city town, town city, locality, address 1 city, stadt, ort, wohnort, ville, ciudad, cidade, città, stad, plaats, woonplaats, 市区町村`,
	state: `state, state province, state region, state province region, province, region, state code, province code, state or province, us state, état, state us, state territory code, state province text only, administrative district level 1, administrative area, country sub division code, address 1 state or province, address 1 state, address 1 region, bundesland, bundesstaat, estado, provincia, provincie, província, 都道府県`,
	postal_code: `postal code, zip, zip code, postcode, post code, addresses code, zip postal code, postal zip code, zip postcode, postal, address 1 postal code, plz, address 1 zip, postleitzahl, code postal, código postal, cep, cap, 郵便番号`,
	country: `country, country region, country or region, country name, country code, country iso, country iso code, country code v2, address 1 country, land, pays, país, paese, nazione, stato, 国`,
};

/** The names of a phone that takes text messages, which is preferred to other phones. */
export const MOBILE_NAMES = `mobile, mobile phone, mobile number, mobile no, mobile phone number, cell, cell phone, cell number, cell phone number, phone mobile, phone cell, phone numbers mobile, sms, handy, handynummer, mobil, mobilnummer, mobiltelefon, portable, téléphone portable, móvil, teléfono móvil, celular, teléfono celular, telemóvel, cellulare, mobiel, 携帯電話, 携帯番号`;

/** The names of a first and last name in which the family name stands first, where no comma says so. */
export const FAMILY_FIRST_NAMES = `last first, last name first, last first name, last name first name, last name and first name, surname first name, surname given name, family name given name, name last first, full name last first, nachname vorname, nachname und vorname, name und vorname, nom prénom, nom et prénom, nom prénoms, nom et prénoms, apellidos nombre, apellidos y nombre, apellidos y nombres, apellido y nombre, cognome nome, cognome e nome, achternaam voornaam, achternaam en voornaam, név, teljes név`;

/** Names that count only by themselves. */
export const BARE_NAMES: Partial<Record<Field, string>> = {
	first_name: 'first, 名',
	last_name: 'last, 姓',
	state: 'st',
};

/** Words for a whole address, which beside the name of one of its lines change nothing: "Address - City". */
export const ADDRESS_WORDS = `address, addresses, addr, location, postal address, adresse, anschrift, dirección, endereço, indirizzo, adres, 住所`;

/** Words for the person who gets the gift. */
export const RECIPIENT_WORDS = `recipient, recipients, gift recipient, giftee, giftees, receiver, receivers, gift receiver, addressee, reciever, recepient, recipent, send gift to, gift to, empfänger, empfängerin, beschenkte, beschenkter, destinataire, bénéficiaire, destinatario, destinataria, destinatário, beneficiario, beneficiário, ontvanger, geadresseerde, 受取人, お届け先, 届け先, 贈り先`;

/** Words for the one person of a record. Words of one line mean the same person. */
export const PERSON_WORDS = [
	`employee, employees, worker, staff, staff member, staff members, team member, team members, colleague name of employee, new hire, new hires, new joiner, joiner, new starter, mitarbeiter, mitarbeiterin, empleado, funcionário, colaborador, dipendente, medewerker, 社員, 従業員`,
	`customer, customers, client, kunde, kundin, cliente, klant, 顧客, お客様`,
	`contact, contacts, contact person, kontakt, ansprechpartner, contacto, contato, contatto`,
	`person, individual`,
	`member, members, board member`,
	`user, subscriber`,
	`guest, guests, attendee, attendees, invitee, speaker, panelist, presenter, participant, participants, registrant, teilnehmer, teilnehmerin, gast, invitado, convidado, 参加者`,
	`student, pupil, alumni, alumnus, alumna`,
	`teacher, coach`,
	`signer, signers`,
	`lead, prospect`,
	`candidate, applicant`,
	`patient`,
	`donor`,
	`beneficiary, beneficiaries`,
	`volunteer`,
	`winner, nominee, honoree, awardee, celebrant, peer`,
	`tenant, resident, homeowner, borrower`,
	`traveler, traveller, passenger`,
];

/** Words for the place of an address. Parcels go to `shipping` rather than to any other. */
export const PLACE_WORDS = {
	shipping: `mailing, shipping, delivery, ship to, ship, deliver to, gift delivery, correspondence, postanschrift, liefer, lieferung, versand, livraison, envío, envio, entrega, spedizione, consegna, bezorg, verzend, aflever, 配送先, 送付先`,
	work: `work, business, professional, office, corporate, beruflich, geschäftlich, dienstlich, professionnel, professionnelle, trabajo, trabalho, lavoro, zakelijk, 勤務先`,
	home: `home, personal, private, residential, residence, privat, perso, personnel, personnelle, privé, 自宅, 個人`,
};

/** Words that change nothing. */
export const FILLER_WORDS = `where should we send it, where should we send them, where should we ship it, where should we send your gift, details, info, data, information, primary, main, default, official, current, permanent, legal, preferred, confirm, haupt, principal, of, the, your, what is, what, please enter, enter, provide, of the, value, text, field, de, du, des, del, della, di, do, da, de la, de l, der, des, dem, van, van de, het, le, la, ihr, ihre, deine, votre, su, の`;

/** Objects that only hold fields. */
export const CONTAINER_WORDS = `properties, property, fields, field values, merge fields, data, attributes, body, json, record, payload, values, answers, profile, details, info, result, row, entry, object, traits, identifiers, custom attributes, custom fields, responses, order, item, items, merges, questions, column values, content, context, resource, embedded, party, application, enrollment, registration, subscription, submission, booking, reservation, appointment, transaction, checkout, envelope summary`;

/** Words of other people, also with an "s" at the end. */
export const OTHER_WORDS = `owner, hubspot owner, owner id, user id, creator user id, contact owner, account owner, lead owner, deal owner, record owner, account manager, account executive, manager, line manager, hiring manager, direct manager, people manager, supervisor, boss, team lead, reports to, reporting to, sender, from, giver, gift giver, gifter, requester, requestor, submitter, respondent, referrer, who referred you, creator, author, approver, reviewer, credited to, follower, watcher, collaborator, assigned, assigned to, assignee, assigned agent, agent, rep, sales rep, account rep, salesperson, sales person, representative, csm, broker, lender, loan officer, realtor, attorney, lawyer, success manager, relationship manager, case manager, advisor, consultant, recruiter, interviewer, coordinator, host, organizer, organiser, planner, admin, administrator, spouse, husband, wife, partner, emergency contact, emergency, next of kin, payer, payor, purchaser, buyer, cardholder, card holder, nominator, sponsor, return, return to, mentor, instructor, doctor, assistant, secretary, ea, hr, hrbp, buddy, seller, billing, billing contact, invoice, bill to, bill, sold to, cc, bcc, reply to, absender, absenderin, vorgesetzter, vorgesetzte, rechnung, besteller, ansprechpartner vertrieb, expéditeur, expéditrice, responsable, gestionnaire, facturation, remitente, gerente, jefe, facturación, remetente, gestor, chefe, faturamento, mittente, responsabile, fatturazione, afzender, leidinggevende, factuur, 差出人, 送り主, 注文者, ご注文者, 担当者, 上司, 請求先`;

/** Words of other people who may be meant themselves if they have an email. */
export const RELATED_WORDS = `parent, mother, father, mom, dad, guardian, plus one`;

/** Words after which another person stands, such as "Sold By". */
export const BY_WORDS = `by, von, par, por, door`;

/** Words of companies, and of addresses that nobody reads. */
export const COMPANY_WORDS = `company, companies, organization, organizations, organisation, org, org id, account, accounts, business name, office name, employer, school, university, college, department, division, store, shop, brand, vendor, supplier, merchant, support, noreply, firma, unternehmen, entreprise, société, empresa, azienda, bedrijf, 会社, 会社名, 部署, 店舗, 店舗名`;

/** Words of a person's other data, such as what is no longer or not first used. */
export const SPARE_WORDS = `secondary, second, alternate, alternative, alt, other, additional, old, previous, former, backup, recovery, maiden, nickname, nick, middle, username, user name, login, user principal name, preferred name, preferred first name, preferred last name, known as, phonetic, pronunciation, phone 2, phone 3, address 3`;

/** Words of what is no person. An email under them could still be somebody's. */
export const THING_WORDS = `role, job, job title, position, industry, title, avatar, image, photo, ip, utm, team, group, event, event type, product, item name, lineitem, project, campaign, list, segment, tag, file, domain, website, page, home page, form, survey, template, plan, deal, opportunity, ticket, tickets, ticket class, ticket type, course, class, session, webinar, meeting, territory, practice, pet, hometown, home town, type, status, source, level, tier, stage, topic, program, programme, category, track, notes, comments, message, ad, ad set, adset, reason, interest, interests, language, gender, rating, score, grade, major, degree, diet, meal, table, seat, room, skills, bio, household, venue, hotel, branch, site, county, notification, 商品, 商品名, 件名`;

/** Objects in which there is nobody who could be the recipient. */
export const SKIPPED_OBJECTS = `scheduled event, product, products, line items, tags, note attributes, versions, metadata, links, settings, geo, browser, device, headers, params, query, merge audits, form submissions, relations, identity profiles, destination calendar, campaign, avatar, image, photo`;

/** Words for somebody who may be meant, in columns that are on no list: what forms of recognition, events, referrals, schools and families call people. */
export const NAMING_WORDS = `behalf, honor, honour, honoring, honouring, memory, memoriam, valentine, girl, boy, lady, best man, man, woman, holder, mom, mum, dad, celebrate, celebrating, celebrant, thank, thanking, appreciate, recognize, recognized, recognizing, recognise, recognised, recognising, recognizee, nominee, nominated, nominating, honoree, honouree, awardee, awarded, winner, finalist, laureate, champion, hero, star, mvp, achiever, speaker, panelist, presenter, performer, guest, attendee, invitee, participant, delegate, registrant, companion, visitor, traveler, traveller, passenger, referred, referee, introduced, friend, colleague, coworker, worker, co worker, teammate, mate, peer, candidate, hire, joiner, intern, trainee, apprentice, mentee, retiree, leaver, student, pupil, scholar, learner, classmate, graduate, grad, alumnus, alumna, athlete, player, camper, child, kid, son, daughter, brother, sister, sibling, cousin, aunt, uncle, niece, nephew, grandma, grandpa, grandmother, grandfather, grandparent, girlfriend, boyfriend, fiance, fiancee, other half, loved one, loved, significant other, baby, newborn, bride, groom, couple, bridesmaid, groomsman, deceased, insured, policyholder, claimant, patient, resident, tenant, occupant, payee, consignee, donee, beneficiary, recipient, freund, freundin, kollege, kollegin, kind, ami, amie, collègue, amigo, amiga, colega, collega, amico, amica, vriend, vriendin`;

/** Words that speak of a person less clearly, and of nobody after a thing or in the object of one: "Project Name". */
export const NAME_WORDS = `name, nom, nombre, nome, naam, 名, 名前, 氏名, contact, person, family, referral, kudos, shout out, shoutout, praise, nomination, employee`;

/** Words that speak of a recipient, where they begin or end a name that is on no list. */
export const TOWARDS_WORDS = `who, for, to, attention, attn, c/o, care of, direct report, direct reports, whom, receives, gets, für, an, pour, à l attention de, para, per, voor, 宛先, 宛, odbiorca, mottagare, modtager, получатель, 收件人, 收货人, 받는사람, 수령인`;

/** Words of an employee's family, who are other people in a table of employees. */
export const FAMILY_WORDS = `child, children, kid, kids, son, daughter, baby, dependent, dependents, dependant, dependants`;

/** Columns of the domain of a company, beside which a whole name may be that of the company. */
export const DOMAIN_COLUMNS = `domain, domains, domain name, company domain, company domain name, website domain`;

/** Words of places that people visit: an address beside one may be that of the place. */
export const VENUE_WORDS = `venue, hotel, resort, branch, store, shop, location, site, facility, campus, clinic, restaurant, arena, stadium, theater, theatre, warehouse, showroom, dealership, outlet`;

/** What a mailbox is called that is nobody's own. */
export const SHARED_MAILBOXES = `info, infos, iroda, biuro, bureau, accueil, oficina, ufficio, segreteria, secretaria, secretariat, sekretariat, kantoor, kontor, compta, comptabilite, buchhaltung, information, hello, hi, hey, hola, bonjour, ciao, hallo, contact, contacts, contactus, contato, contacto, kontakt, office, frontoffice, backoffice, buero, reception, frontdesk, desk, mail, email, post, inbox, ap, ar, accounts, account, accounting, accountspayable, accountsreceivable, payables, payable, finance, billing, invoice, invoices, payments, payroll, purchasing, procurement, sales, ventas, vendas, vertrieb, marketing, support, help, helpdesk, service, services, customerservice, customercare, care, success, admin, administration, administrator, webmaster, postmaster, hostmaster, noreply, donotreply, team, staff, everyone, all, group, hr, people, jobs, job, careers, recruiting, talent, press, media, pr, news, newsletter, legal, privacy, security, it, tech, orders, order, shop, store, booking, bookings, reservations, events, event, gala, catering, enquiries, enquiry, inquiries, inquiry, general, community, partners, partnerships, members, membership, school, club, board`;

/** Columns that say that a record is a filled-in form, whose email may be that of whoever filled it in. */
export const FORM_COLUMNS = `timestamp, submitted at, submission id, submission date, submit date utc, response id, respondent id, created by, form id`;

/** Words in a whole name that no person has. */
export const NO_NAME_WORDS = `inc, llc, ltd, limited, corp, corporation, gmbh, ag, kg, plc, llp, sarl, srl, spa, bv, nv, pty, co, company, foundation, university, school, holdings, ventures, group, team, support, sales, office, desk, info, admin, services, solutions, systems, family, familie, famille, familia, famiglia, traders, consulting, partners, labs, studio, agency, bank, hotel, party, gala, plan, meeting, form, survey, newsletter, launch, kickoff, renewal, offsite, workshop, webinar, conference, summit, mug, printer, broken, accounts, accounting, payable, receivable, cafe, coffee, bakery, brewery, bistro, salon, clinic, dental, pharmacy, technologies, technology, software, enterprises, industries, international, global, marketing, finance, committee, council, association, institute, warehouse, reception, household, the, and, und, et, for, of, test, customer, customers, department, gift, order, event`;

/** Values of a column "state" that are those of an account. */
export const ACCOUNT_STATES = `enabled, disabled, active, inactive, invited, declined, pending, open, closed, new, verified, unverified, subscribed, unsubscribed, archived, deleted`;
