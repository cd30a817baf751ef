/**
 * What the names of columns mean: closed lists, one a line, of which `docs/columns.md` is made. Commas separate the names. Case, accents,
 * spaces and punctuation do not matter.
 */

export const listOf = (text: string): string[] => text.split(',').map((name) => name.trim());

/** The names of what a column holds. `full_name` and `street_number` become parts of other fields. */
export const FIELD_NAMES = {
	first_name: `first name, given name, forename, fname, first name first, name first, preferred name first name, christian name, vorname, prénom, primer nombre, primeiro nome, nome próprio, voornaam, ファーストネーム, name given, nombres, roepnaam, förnamn, fornavn, etunimi, imię, adi, jméno, křestní jméno, keresztnév, имя`,
	last_name: `last name, surname, family name, lname, second name, name last, preferred name last name, nachname, familienname, familienaam, nom de famille, apellido, apellidos, primer apellido, sobrenome, apelido, último nome, cognome, achternaam, family name 1, name family, efternamn, efternavn, etternavn, sukunimi, nazwisko, příjmení, soyad, soyadi, vezetéknév, фамилия, apellido paterno`,
	full_name: `name, full name, complete name, display name, first and last name, first last name, name first last, name first and last, full name first last, full name first and last, first name last name, first name and last name, vor und nachname, vollständiger name, nom complet, nom, prénom et nom, nombre, nombre completo, nombre y apellidos, nome, nome completo, nome e sobrenome, nome e cognome, naam, volledige naam, 氏名, 名前, お名前, formatted name, name formatted, real name, namn, navn, imię i nazwisko, jméno a příjmení, ad soyad, nimi, payroll name, comment vous appelez vous, comment t appelles tu, cómo te llamas, cómo se llama, cómo se llama usted, wie heißen sie, wie heißt du, como você se chama, come ti chiami, come si chiama, hoe heet je, hoe heet u`,
	email: `email, emails, email id, mail id, email address, email addresses, mail, email 1, email address 1, courriel, adresse électronique, correo, correo electrónico, correio eletrônico, correio electrónico, posta elettronica, メール, メールアドレス, eメール, electronic address, emails original, emails normalized, e post, e postadress, e posta, sähköposti, эл почта, электронная почта, gmail, best email, melhor email, best email for the gift link, 邮箱, 电子邮件, 电子邮箱, 이메일, почта`,
	phone: `phone, phones, phone number, phone numbers, phone no, contact number, contact no, telephone number, tel, phone 1, phone numbers number, phone number full, primary phone free form number, telefon, telefonnummer, rufnummer, téléphone, numéro de téléphone, número de teléfono, telefone, telefono, numero di telefono, telefoon, telefoonnummer, 電話, 電話番号`,
	address_1: `address, address 1, address line 1, address line, line 1, street, street address, street 1, street name, address street, postal address, straße, straße und hausnummer, street and number, anschrift, adresse, adresse postale, rue, calle, dirección, domicilio, rua, endereço, morada, logradouro, indirizzo, via, straat, adres, 住所, address lines, first line, line one, address one, street full, calle y número, rua e número, indirizzo e numero civico, straat en huisnummer, rue et numéro`,
	address_2: `address 2, address line 2, line 2, street 2, apartment, apt, suite, unit number, apartment number, suite number, unit, unit no, apto, piso, extended address, adresszusatz, adresse 2, complément d adresse, complemento, 建物名, 建物名 部屋番号, second line, line two, address two, apt number, apt no, apt suite other, ste, bldg, flat, address cont, address 3, line 3, street 3, lot, trailer lot, dorm room, apt or suite`,
	street_number: `street number, house number, hausnummer, huisnummer, número civico, house no, house nr, hausnr, street no, building number, address number`,
	city: `city, town, locality, address 1 city, stadt, ort, wohnort, ville, ciudad, cidade, città, stad, plaats, woonplaats, 市区町村, 市, city name, admin area 2, suburb, town or city, city state zip, city state zip code, city state and zip, city state and zip code, city st zip, city municipality, city or municipality`,
	state: `state, state province, province, region, state code, province code, state or province, us state, usa state, état, state us, state territory code, state province text only, administrative district level 1, administrative area, address 1 state or province, address 1 state, address 1 region, bundesland, bundesstaat, estado, provincie, província, 都道府県, 州, state name, state abbreviation, state or province code, state or province name, province name, region code, region name, state or region, state or territory, country area, country subdivision, country subdivision code, country subdivision level 1, country subdivision level 1 code value, country subdivision level 1 short name, subdivision code, admin area 1, st code, state id, subdivision, admin area level 1`,
	postal_code: `postal code, zip, zip code, post code, addresses code, postal, address 1 postal code, plz, address 1 zip, postleitzahl, code postal, código postal, cep, cap, 郵便番号, zip or postal code, postal or zip code, zip or postcode, zip 5, zip 4, 5 digit zip, pincode`,
	country: `country, country region, country or region, country name, country code, country iso, country iso code, country code v2, address 1 country, land, pays, país, paese, nazione, stato, ország, 国, country iso 2, country iso 3, country code iso 2, country code iso 3, country alpha 2`,
};

export type Field = keyof typeof FIELD_NAMES;

/** Names that count only by themselves. */
export const STANDALONE_NAMES: Partial<Record<Field, string>> = {
	first_name: 'first, given, 名',
	last_name: 'last, sn, 姓',
	state: 'st',
};

/** Words for the one person of a record. Words of one line mean the same person. */
export const PERSON_WORDS = [
	`employee, employees, associate, worker, staff, staff member, staff members, team member, team members, colleague name of employee, mitarbeiter, mitarbeiterin, collaborateur, collaboratrice, salarié, salariée, employé, empleado, funcionário, colaborador, dipendente, medewerker, 社員, 従業員`,
	`new hire, new hires, new joiner, joiner, new starter`,
	`customer, customers, cust, client contact, client, kunde, kundin, cliente, klant, 顧客, お客様`,
	`contact, contacts, contact person, poc, point of contact, kontakt, ansprechpartner, contacto, contato, contatto`,
	`person, individual`,
	`member, members, loyalty member`,
	`board member, cab member, advisory board member`,
	`user`,
	`subscriber, subscribers`,
	`guest, guests, podcast guest, invitee, gast, invitado, convidado`,
	`attendee, attendees, participant, participants, survey participant, survey respondent, contestant, judge, entrant, registrant, teilnehmer, teilnehmerin, 参加者`,
	`speaker, panelist, presenter, relatore, relatrice`,
	`student, graduate, grad, pupil, learner, trainee, alumni, alumnus, alumna, alum, intern, interns, apprentice, retiree, retirees`,
	`contractor, driver, freelancer, tester, beta tester, franchisee`,
	`teacher`,
	`coach`,
	`nurse`,
	`teammate`,
	`faculty member, player`,
	`caregiver, caretaker`,
	`ambassador, influencer`,
	`signer, signers`,
	`lead, leads, prospect`,
	`candidate, applicant`,
	`patient`,
	`insured`,
	`policy holder`,
	`scheduler, booker`,
	`visitor`,
	`delegate`,
	`donor, supporter, backer, patron, constituent`,
	`beneficiary, beneficiaries`,
	`volunteer`,
	`peer`,
	`winner, contest winner, nominee, honoree, awardee, celebrant, premiado, premiada, employee of the month, collègue du mois, collègue, empleado del mes, dipendente del mese, funcionário do mês, mitarbeiter des monats`,
	`tenant, resident`,
	`homeowner`,
	`borrower`,
	`traveler, traveller, passenger`,
	`stakeholder`,
	`champion`,
];

/** Words for the place of an address. Parcels go to `shipping` rather than to any other. */
export const PLACE_WORDS = {
	shipping: `gift shipping, mailing, shipping, delivery, ship to, ship, deliver to, gift delivery, correspondence, postanschrift, liefer, lieferung, versand, livraison, envio, entrega, spedizione, consegna, bezorg, verzend, aflever, 配送先, 送付先, address mail, mail to`,
	work: `work, arbeit, business, professional, office, corporate, aziendale, beruflich, geschäftlich, dienstlich, professionnel, professionnelle, trabajo, trabalho, lavoro, zakelijk, 勤務先, werk, arbete, corporativo, laboral, dienstl`,
	home: `home, new home, personal, private, residential, residence, privat, perso, pessoal, personale, persönlich, persoonlijk, personnel, personnelle, privé, 自宅, 個人, physical`,
};

/** The lists that are one text each. */
export const LISTS = {
	/** The names of a phone that takes text messages, which is preferred to other phones. */
	MOBILE_NAMES: `mobile, mobile number, mobile no, cell, cell number, sms, handy, handynummer, mobil, mobilnummer, portable, móvil, celular, telemóvel, cellulare, mobiel, 携帯電話, 携帯番号`,
	/** The names of a first and last name in which the family name stands first, where no comma says so. */
	FAMILY_FIRST_NAMES: `last first, last name first, last name and first name, surname first name, surname given name, family name given name, name last first, full name last first, nachname vorname, nachname und vorname, name und vorname, nom prénom, nom et prénom, nom prénoms, nom et prénoms, apellidos nombre, apellidos y nombre, apellidos y nombres, apellido y nombre, cognome nome, cognome e nome, achternaam voornaam, achternaam en voornaam, név, teljes név, efternamn förnamn, nazwisko i imię, nazwisko imię, příjmení jméno, sortable name, sort name, фио`,
	/** Words for a whole address, which beside the name of one of its lines change nothing: "Address - City". */
	ADDRESS_WORDS: `address, addresses, location, postal address, adresse, anschrift, dirección, endereço, indirizzo, adres, 住所, street address, street addresses, postal addresses, mailing addresses, contact address, to business partner address`,
	/** Words for the person who gets the gift. */
	RECIPIENT_WORDS: `recipient, recipients, gift recipient, giftee, giftees, receiver, receivers, gift receiver, addressee, reciever, recepient, recipent, send gift to, gift to, empfänger, empfängerin, beschenkte, beschenkter, destinataire, bénéficiaire, destinataria, destinatário, beneficiário, ontvanger, geadresseerde, 受取人, お届け先, 届け先, 贈り先, to address, address to`,
	/** Words that change nothing. */
	FILLER_WORDS: `no po boxes please, and your, details, info, data, information, primary, main, default, official, current, permanent, legal, preferred, confirm, haupt, principal, of, the, your, what is, what, please enter, enter, provide, value, text, field, de, du, des, di, do, da, de l, der, dem, van, het, le, la, ihr, ihre, deine, votre, su, の, uri, communication, communications, names, required, optional, short text, long text, values, 2 letters, two letters, can we reach you at, please tell us where to send your thank you gift, if any, badge, quel est, quelle est, quels sont vos, quel est ton, quelle est ta, quelle est ton, cuál es, cuál es tu, cuáles son sus, cuáles son tus, wie lautet, wie ist, dein, qual é o seu, qual é a sua, qual é seu, qual é sua, qual o seu, qual a sua, qual é o teu, qual é a tua, qual è il tuo, qual è il suo, qual è la tua, qual è la sua, qual è tuo, wat is uw, wat is je, wat is jouw`,
	/** Objects that hold more of the same person. */
	OWN_OBJECTS: `merge fields, field data, custom fields, custom fields values, custom field values, attributes, user attributes, properties, profile, details, info, identifiers, embedded, traits, custom attributes, data fields, user metadata, identity data, contact info, contact information, contact details, contact profile, personal info, personal information, personal details, primary info, basic info, auth, core, general, elements, edges, node, nodes, telecom, channels, value, purchase units, fulfillment start instructions, shipping step, shipments, individual account, personal info nav, email nav, phone nav, home address nav deflt, results, shipment details, order customer, raw request`,
	/** Objects that only hold fields. What is in one is not of the person beside it. */
	CONTAINER_WORDS: `fields, survey data, field values, data, body, json, record, payload, data json, values, answers, result, row, entry, object, responses, query, order, item, items, merges, questions, column values, content, context, resource, party, application, enrollment, registration, subscription, submission, booking, reservation, appointment, transaction, checkout, envelope summary, all, output, form response, profiles, report entry, d`,
	/** Words for objects, which next to other words in the name of one change nothing: "clientProfileData". */
	OBJECT_WORDS: `id, get, list, response, result, record, object, profile, details, info, data, body, envelope, model, node, soap`,
	/** Words of other people, also with an "s" at the end. */
	OTHER_WORDS: `santa, principal name, principal email, principal phone, leder, reporting manager, 上長, preferred staff, family doctor, owner, hubspot owner, relationship owner, besitzer, pm email, owner id, user id, contact owner, lead owner, record owner, account executive, manager, line manager, hiring manager, direct manager, people manager, supervisor, boss, team lead, reports to, reporting to, gift giver, gift from, approver, credited to, follower, watcher, collaborator, assigned, assigned to, assignee, actor, agent, rep, ae, sdr, bdr, reporter, sales rep, sales person, representative, csm, broker, lender, loan officer, realtor, attorney, lawyer, success manager, relationship manager, advisor, consultant, recruiter, coordinator, planner, admin, administrator, spouse, husband, wife, partner, emergency contact, emergency, next of kin, payee, card holder, sponsor, return, return to, instructor, doctor, assistant, secretary, ea, hr, hrbp, buddy, billing contact, invoice, bill to, cc, bcc, reply to, absender, absenderin, vorgesetzter, vorgesetzte, ansprechpartner vertrieb, expéditeur, expéditrice, responsable, gestionnaire, remitente, gerente, jefe, remetente, gestor, chefe, mittente, responsabile, afzender, leidinggevende, 差出人, 送り主, 注文者, ご注文者, 担当者, 上司, 請求先, 担当, from address, address from, payment, provider, stylist, therapist, trainer, technician, practitioner, physician, dentist, producer, csr, underwriter, adjuster, processor, caseworker, director, department head, head of department, skip level manager, general manager, regional manager, team leader, group leader, talent partner, people partner, hr contact, hiring team, sourcer, counselor, tutor, send user, sales user, responsible user, responsible, sales consultant, sales associate, solicitor, fundraiser, created by, updated by, modified by, modifier, last modifier, invited by, referred by, added by, booked by, sold by, assigned by, owned by, propriétaire, propietario, proprietário, eigentümer, eigenaar, dirigente, jefe inmediato, betreuer, chef, przełożony, närmaste chef, assistente, assistent, assistentin, asistente, secrétaire, segretaria, segretario, sekretärin, secretaria, secretario, affiliate, animateur, animatrice, formateur, formatrice, chefens, führungskraft, vorgesetzte person, supérieur, supérieur hiérarchique, superior, superiore, capo, leidinggevend, associated owner`,
	/** Words of who or what is gone: somebody who has died, who is another person, or has left; an email or account that is closed. */
	GONE_WORDS: `bad address, terminated, bounced, hard bounce, email hard bounce reason, hs email hard bounce reason enum, undeliverable, cleaned, suspended, deprovisioned, deactivated, deleted, deceased, decedent, died, date of death, death date, year of death, death year, passed away, verstorben, verstorbene, verstorbener, sterbedatum, todesdatum, todestag, décédé, décédée, défunt, défunte, décès, fallecido, fallecida, difunto, difunta, fallecimiento, defunción, falecido, falecida, falecimento, óbito, deceduto, deceduta, defunto, defunta, morte, decesso, overleden, overledene, overlijdensdatum, overlijden, termination date, returned mail, no longer, left company, left the company`,
	/** Values in such a column that say that it is not so. */
	NOT_SO: `no, false, n, 0, none, alive, living, nein, non, não, nee, not deceased`,
	/** Words of other people who may be meant themselves if they have an email. */
	RELATED_WORDS: `parent, mother, father, mom, dad, guardian, plus one`,
	/** Words after which another person stands, such as "Sold By". */
	BY_WORDS: `by, von, par, por, door`,
	/** Words before them of somebody in whose place another person is meant. */
	REPLACED_WORDS: `replaced, substituted, superseded, ersetzt, vertreten, remplacé, remplacée, reemplazado, reemplazada, sustituido, sustituida, substituído, substituída, sostituito, sostituita, vervangen`,
	/** Words of companies, and of addresses that nobody reads. */
	COMPANY_WORDS: `company, companies, organization, organisation, org, org id, account, business name, office name, employer, school, university, college, department, division, store, shop, brand, vendor, supplier, merchant, retailer, dealer, distributor, reseller, support, noreply, firma, unternehmen, entreprise, société, empresa, azienda, bedrijf, 会社, 会社名, 部署, 店舗, 店舗名, employer name, legal entity, business unit, institution, agency, firm, brokerage, subsidiary, hospital, bureau`,
	/** Words of a person's other data, such as what is no longer or not first used. */
	SECONDARY_WORDS: `yomi, reading, secondary, second, alternate, alternative, alt, other, additional, old, previous, former, backup, recovery, maiden, nickname, nick, middle, user name, login, user principal name, preferred name, preferred first name, preferred last name, known as, phonetic, pronunciation, phone 2, phone 3, preferred display name, alias, screen name, initials, apellido materno, segundo apellido, aliases, proxy addresses`,
	/** What an entry of a list says of itself that is no longer so. */
	OUTDATED_WORDS: `old, previous, former, bounced, undeliverable`,
	/** Words of what is no person. An email under them could still be somebody's. */
	NON_PERSON_WORDS: `pickup, dropoff, payment processor, case, matter, box name, gift name, award name, prize name, bank, bank name, contact method, communication method, role, seniority, job, position, industry, title, avatar, image, photo, ip, utm, team, group, event, product, item name, lineitem, project, campaign, list, segment, tag, file, domain, website, page, home page, form, survey, template, plan, deal, opportunity, ticket, course, class, session, webinar, meeting, territory, practice, pet, home town, type, status, source, level, tier, stage, topic, program, category, track, notes, comments, message, ad, adset, reason, interest, language, gender, rating, score, grade, major, degree, diet, meal, table, seat, room, skills, bio, household, county, notification, 商品, 商品名, 件名, assignment, funnel, layout, rate, chapter, shipping service, shipping method, shipping option, service, carrier, channel, center, centre, precinct, ward, district, space, workspace, folder, board, os, browser, device, cost center, cost centre, pipeline, sequence, workflow, newsletter, offer, coupon, discount, promo, promotion, voucher, variant, sku, model, make, bundle, pledge, designation, fund, payment method, policy, coverage, loan, account type, activity, tour, trip, cabin, destination, timezone, currency, locale, nationality, size, shirt, snack, drink, module, lesson, subject, section, cohort, batch, term, season, breed, vehicle, name code, specialty, license, shift, schedule, calendar, appointment type, building, priority, contract, agreement, document, app, integration, server, system, community, market, area, employment, label, party name, studio, ticket name, headline, tagline, occupation, salutation, anrede, since`,
	/** What the names of columns of an email that replaces another one begin with. */
	NEWER_EMAILS: `new email, new mail, new work, new contact, updated, correct, latest, newest, neue, nouvel, nuevo, novo, nuova, nieuw`,
	/** Whom a gift is for, where the only email of the record spells it. */
	GIFT_FOR_COLUMNS: `gift for, gift is for, this gift is for, present for, who is the gift for, who is this gift for, who s the gift for, who s this gift for, geschenk für, cadeau pour, regalo para, regalo per, presente para, cadeau voor`,
	/** Objects in which there is nobody who could be the recipient. */
	SKIPPED_OBJECTS: `to stage, scheduled event, product, products, line items, tags, versions, links, settings, geo, browser, device, headers, params, merge audits, form submissions, relations, identity profiles, home location, destination calendar, campaign, avatar, image, photo, identities, provider data, external accounts, employment history, experiences, person properties, event memberships`,
	/** Words for somebody who may be meant, in columns that are on no list: what forms of recognition, events, referrals, schools and families call people. */
	NAMING_WORDS: `reviewee, reviewed, praised, thanked, tagged, mentioned, acknowledged, promoted, inductee, invited, ambassador, emcee, keynote, nanny, babysitter, caregiver, caretaker, chaperone, nurse, tribute, behalf, member, mother, father, parent, honor, honour, honoring, honouring, memory, memoriam, valentine, girl, boy, lady, best man, man, woman, holder, mom, mum, dad, celebrate, celebrating, celebrant, thank, thanking, appreciate, recognize, recognized, recognizing, recognise, recognised, recognising, recognizee, nominee, nominated, nominating, nominado, nominada, nominierte, nominierter, nommé, nommée, nominé, nomeado, nomeada, indicado, indicada, nominato, nominata, genomineerde, reconocido, reconocida, reconhecido, reconhecida, homenajeado, homenajeada, homenageado, homenageada, festeggiato, festeggiata, premiado, premiada, premiato, premiata, lauréat, lauréate, gagnant, gagnante, ganador, ganadora, ganhador, ganhadora, vencedor, vencedora, gewinner, gewinnerin, geehrte, geehrter, jubilar, jubilarin, geburtstagskind, vincitore, vincitrice, winnaar, jubilaris, cumpleañero, cumpleañera, substitute, replacement, replaced, ersetzt, remplacé, remplacée, honoree, honouree, awardee, awarded, winner, finalist, champion, hero, star, mvp, achiever, speaker, panelist, presenter, performer, guest, attendee, invitee, participant, delegate, registrant, companion, visitor, traveler, traveller, passenger, referred, referee, introduced, friend, colleague, coworker, worker, teammate, mate, peer, candidate, hire, joiner, intern, trainee, apprentice, mentee, retiree, leaver, student, pupil, scholar, learner, classmate, graduate, grad, alumnus, alumna, athlete, player, camper, child, kid, son, daughter, brother, sister, sibling, cousin, aunt, uncle, niece, nephew, grandma, grandpa, grandmother, grandfather, grandparent, girlfriend, boyfriend, fiance, fiancee, other half, loved one, loved, significant other, baby, newborn, bride, groom, couple, bridesmaid, groomsman, deceased, insured, policyholder, claimant, patient, resident, tenant, occupant, payee, consignee, donee, beneficiary, recipient, freund, freundin, kollege, kollegin, kind, ami, amie, collègue, amigo, amiga, colega, collega, amico, amica, vriend, vriendin, compañero, compañera, destiné, destinée, destinado, destinada, destinato, destinata, mention, appreciated, appreciating, appreciation, acknowledgement, acknowledgment, commendation, match, associate`,
	/** Words beside which a word for a person is that of somebody who may be meant, such as "Favorite Teacher". */
	PRAISING_WORDS: `favorite, favourite, best, top, outstanding, featured, lucky, month, year`,
	/** Those of them that by themselves may be the name of a thing in another language. */
	AMBIGUOUS_WORDS: `kind`,
	/** Words that speak of a person less clearly, and of nobody after a thing or in the object of one: "Project Name". */
	NAME_WORDS: `name, nom, nombre, nome, naam, 名, 名前, 氏名, contact, person, family, referral, kudos, shout out, praise, nomination, employee, personne, pessoa, persoon`,
	/** What names that end in "for" ask for instead of a recipient. */
	REASON_COLUMNS: `thank you for, thanks for, reason for`,
	/** Words that speak of a recipient, where they begin or end a name that is on no list. */
	TOWARDS_WORDS: `who, for, to, attention, attn, c/o, care of, direct report, direct reports, whom, receives, gets, für, an, pour, à l attention de, para, per, voor, 宛先, 宛, odbiorca, mottagare, modtager, получатель, 收件人, 收货人, 받는사람, 수령인, qui, à qui, avec qui, quién, a quién, quem, a quem, chi, a chi, wer, wem, wen, aan wie, wie krijgt, wie ontvangt, wie wil, wie is, wie verdient, wie nomineer, wie moet, wie mag`,
	/** Words of an employee's family, who are other people in a table of employees. */
	FAMILY_WORDS: `child, children, kid, kids, son, daughter, baby, dependent, dependents, dependant, dependants, beneficiary, beneficiaries`,
	/** Short forms of words in the names of databases' columns, each before what it stands for. */
	SHORT_FORMS: `nm name, cd code, eml email, acct account, emp employee, ee employee, usr user, cli client, mgr manager, addr address, dept department, pref preferred, pt patient, vol volunteer`,
	/** Words of other people who may be meant themselves, beside somebody whose word is on no list. So may those of `BUYER_WORDS`. */
	COMPETING_WORDS: `submitted by, requested by, requester, requestor, submitter, respondent, referrer, who referred you, reviewer, mentor, nominator, seller, organizer, organiser, host, sender, giver, gifter, from, interviewer, creator, author`,
	/** Columns of a company's domain or of a product's stock, beside which a whole name may be that of the company or product. */
	DOMAIN_COLUMNS: `stock, stock quantity, domain, domains, domain name, company domain, website domain`,
	/** Words of places that people visit: an address beside one may be that of the place. */
	VENUE_WORDS: `venue, location name, work location, work location name, office location, hotel, property, listing, inn, lodge, resort, branch, store, shop, location, site, facility, campus, clinic, restaurant, arena, stadium, theater, theatre, gym, salon, spa, hall, ballroom, auditorium, museum, chapel, church, winery, mall, warehouse, showroom, dealership, outlet, branch office, event center, conference center, convention center, community center, country club, place, venue room`,
	/** Values of such columns that are no places. */
	NO_PLACES: `remote, home, hybrid, virtual, online`,
	/** What a mailbox is called that is nobody's own. */
	SHARED_MAILBOXES: `assistant, secretary, kundenservice, verwaltung, newsdesk, inkoop, einkauf, treasurer, ops, operations, concierge, ask, connect, feedback, web, website, invoicing, remittance, vendors, rsvp, leasing, appointments, donations, parish, info, iroda, biuro, bureau, accueil, oficina, ufficio, segreteria, secretaria, secretariat, sekretariat, kantoor, kontor, compta, comptabilite, buchhaltung, information, hello, hi, hey, hola, bonjour, ciao, hallo, contact, contactus, contato, contacto, kontakt, office, frontoffice, backoffice, buero, reception, frontdesk, desk, mail, email, post, inbox, ap, ar, account, accounting, accountspayable, accountsreceivable, payable, finance, billing, invoice, payments, payroll, purchasing, procurement, sales, ventas, vendas, vertrieb, marketing, support, help, helpdesk, service, customerservice, customercare, care, success, admin, administration, administrator, webmaster, hostmaster, team, staff, all, group, hr, people, job, careers, recruiting, talent, press, media, pr, news, newsletter, legal, privacy, security, it, tech, order, shop, store, booking, reservations, event, gala, catering, enquiries, enquiry, inquiries, inquiry, general, community, partners, partnerships, members, membership, school, club, board, customersupport, guestservices`,
	/** What a mailbox is called that nobody reads, or everybody. */
	NO_MAILBOXES: `mailer daemon, postmaster, bounce, no email, no mail, no reply, do not reply, none, noone, nobody, null, undefined, unknown, not provided, deleted, redacted, placeholder, email not unlocked, all staff, all employees, everyone`,
	/** Words of which a name consists that is nobody's. */
	PLACEHOLDER_NAMES: `test, demo, sample, example, dummy, store, hr, human, resources, do, not, contact, guest, checkout, former, facebook, city, hall, valued, front, desk, donor, deleted, removed, redacted, anonymous, anonymized, anonymised, unknown, user, executive, assistant, office, manager, director, reception, marketing, sales, team, accounts, payable, admin, support, customer, service, fname, lname, undefined, null, same, as, above, open, position, provided, applicable, keine, angabe`,
	/** Words with which the name of several people begins or ends. */
	HOUSEHOLD_WORDS: `the, family, familie, famille, familia, famiglia, household`,
	/** Columns that say of a record, by a yes, that it is no person. */
	NOT_A_PERSON_COLUMNS: `is company, is organization, is organisation, is business, is bot, is group`,
	/** Words of a remark after a name, such as "(Sample Contact)", that say that nobody by that name gets a gift. */
	NOBODYS_REMARKS: `sample, samples, test, testing, demo, dummy, example, fake, duplicate, deleted, inactive, deactivated, archived, terminated, resigned, deceased, for, muster, beispiel, exemple, essai, ejemplo, prueba, muestra, exemplo, teste, amostra, esempio, prova, voorbeeld, proef, left, old`,
	/** Words that say which of four or more names are given names. */
	NAME_PARTICLES: `de, da, do, dos, das, di, del, della, dela, dalla, du, des, van, von, der, den, ten, ter, vom, zu, zur, la, le, las, los, el, al, bin, ibn, bint, binti, abu, ben, mac, mc, st, san, af, av, jr, sr, ii, iii, iv`,
	/** Columns of what stands before a last name, such as "van der". */
	INFIX_COLUMNS: `tussenvoegsel, tussenvoegsels, voorvoegsel, infix, last name prefix, surname prefix, family name prefix`,
	/** What the names of columns of who bought or pays begin with. */
	BUYER_WORDS: `buyer, purchaser, bill, billing, sold to, payer, payor, besteller, rechnung, facturation, facturación, faturamento, fatturazione, factuur`,
	/** Words of somebody who is the recipient where no column can name anyone else, or asks for an address. */
	SUBJECT_WORDS: `buyer, purchaser, respondent, billing, referrer, mentor, reviewer, organizer, organiser`,
	/** Columns of orders that may go to somebody else than the buyer. */
	GIFT_NOTE_COLUMNS: `gift message, gift note, card message, is gift`,
	/** Roles of people whose forms others fill in, by their first word. */
	FILLED_IN_ROLES: `new hire, student, winner, champion`,
	/** Roles that do not say which person of a record they mean: the email of one is that of a name without a role. */
	GENERAL_ROLES: `contact, person, user`,
	/** How columns end that say by a no that the gift is for somebody else, or for nobody; and those that say so by a yes. */
	FOR_SELF: `for yourself, for myself, same as buyer, send gift, send a gift, gift ok, for you, are you the recipient, account enabled`,
	FOR_OTHERS: `someone else, somebody else, another person, on behalf, do not send gifts, no gifts`,
	/** Columns that say that a record is a filled-in form, whose email may be that of whoever filled it in. */
	FORM_COLUMNS: `your email, reason for nomination, reason for referral, how do you know them, timestamp, completion time, date submitted, submitted on, submission time, submitted, submitted at, submission id, submission date, submit date utc, response id, respondent id, created by, form id`,
	/** Words in a whole name that no person has. */
	NO_NAME_WORDS: `crew, eheleute, room, newsdesk, afdeling, abteilung, service, backup, spa, co, company, foundation, university, school, holdings, ventures, group, team, support, sales, office, desk, info, admin, solutions, systems, family, familie, famille, familia, famiglia, traders, consulting, partners, labs, studio, agency, bank, hotel, party, gala, plan, meeting, form, survey, newsletter, launch, kickoff, renewal, offsite, workshop, webinar, conference, summit, mug, printer, broken, accounts, accounting, payable, receivable, cafe, coffee, bakery, brewery, bistro, salon, clinic, dental, pharmacy, technologies, technology, software, enterprises, industries, international, global, marketing, finance, committee, council, association, institute, warehouse, reception, household, the, and, und, et, for, of, test, customer, department, gift, order, event, foods, logistics, trading, freight, supply, insurance, realty, properties, capital, atelier, club, plumbing, dept, request, signup, registration, inquiry, application`,
	/** Legal forms of companies, with which their names end. */
	COMPANY_FORMS: `inc, llc, ltd, limited, corp, corporation, gmbh, ag, kg, plc, llp, sarl, srl, bv, nv, pty`,
	/** Values of a column "state" that are those of an account. */
	ACCOUNT_STATES: `enabled, disabled, active, inactive, invited, declined, pending, open, closed, new, verified, unverified, subscribed, unsubscribed, archived, deleted`,
};
