/**
 * What the names of columns mean: closed lists, one a line, sorted, of which `docs/columns.md` is made. Commas separate the names. Case, accents,
 * spaces and punctuation do not matter.
 */

export const listOf = (text: string): string[] => text.split(',').map((name) => name.trim());

/** The names of what a column holds. `full_name` and `street_number`become parts of other fields. */
export const FIELD_NAMES = {
	first_name: `adi, etunimi, first name, fname, forename, fornavn, förnamn, given name, imię, jméno, keresztnév, name first, name given, nombres, nome próprio, preferred name first name, primeiro nome, primer nombre, prénom, roepnaam, voornaam, vorname, имя, ファーストネーム`,
	last_name: `achternaam, apelido, apellido, apellido paterno, apellidos, cognome, efternamn, efternavn, etternavn, familienaam, familienname, family name, family name 1, last name, lname, nachname, name family, name last, nazwisko, nom de famille, preferred name last name, primer apellido, příjmení, second name, sobrenome, soyad, soyadi, sukunimi, surname, vezetéknév, último nome, фамилия`,
	full_name: `complete name, display name, first and last name, first last name, first name and last name, first name last name, formatted name, full name, full name first last, imię i nazwisko, naam, name, name first and last, name first last, name formatted, name original name, namn, navn, nimi, nom, nom complet, nombre, nombre completo, nombre y apellidos, nome, nome completo, nome e cognome, nome e sobrenome, payroll name, prénom et nom, real name, volledige naam, vollständiger name, vor und nachname, wie heißt du, お名前, 名前, 氏名`,
	email: `adresse électronique, best email, best email for the gift link, correio electrónico, correio eletrônico, correo, correo electrónico, courriel, e post, e posta, e postadress, electronic address, email, email 1, email address, email address 1, email addresses, email id, emails, emails original, eメール, gmail, mail, mail id, posta elettronica, sähköposti, почта, эл почта, электронная почта, メール, メールアドレス, 电子邮件, 电子邮箱, 邮箱, 이메일`,
	phone: `contact no, contact number, phone, phone 1, phone number, phone number full, phone numbers, phone numbers number, phones, primary phone free form number, tel, telefon, telefone, telefono, telephone number, téléphone, 電話`,
	address_1: `address, address 1, address line, address line 1, address lines, address one, address street, adres, adresse, anschrift, calle, calle y número, dirección, endereço, first line, indirizzo, line 1, line one, postal address, rua, rue, straat, straße, street, street 1, street address, street and number, street apt, street name, via, 住所`,
	address_2: `address 2, address 3, address line 2, address two, adresszusatz, apartment, apartment number, apt, apt no, apt number, apt or suite, apt suite other, apto, bldg, complément d adresse, dorm room, extended address, flat, line 2, line 3, lot, piso, second line, ste, street 2, street 3, suite, suite number, trailer lot, unit, unit no, unit number, 建物名, 建物名 部屋番号`,
	street_number: `address number, building number, hausnr, hausnummer, house no, house nr, house number, huisnummer, número civico, street no, street number`,
	city: `address 1 city, admin area 2, cidade, città, city, city municipality, city name, city st, city st zip, city state and zip, city state and zip code, city state, city state zip, ciudad, locality, ort, plaats, stad, stadt, suburb, town, town or city, what city do you live in, ville, woonplaats, 市, 市区町村`,
	state: `address 1 region, address 1 state, address 1 state or province, admin area 1, admin area level 1, administrative district level 1, bundesland, bundesstaat, country area, country subdivision, country subdivision code, country subdivision level 1, country subdivision level 1 code value, country subdivision level 1 short name, estado, province, province code, province name, província, region, region code, region name, st code, state, state abbreviation, state code, state id, state name, state or province, state or province code, state or province name, state or region, state or territory, state province, state province text only, state territory code, state us, subdivision, subdivision code, us state, usa state, what state do you live in, état, 州, 都道府県`,
	postal_code: `5 digit zip, address 1 postal code, address 1 zip, addresses code, cap, cep, code postal, código postal, pincode, plz, post code, postal, postal code, postleitzahl, zip, zip 4, zip 5, zip code, zip or postal code, 郵便番号`,
	country: `address 1 country, country, country alpha 2, country code, country code iso 2, country code iso 3, country code v2, country iso, country iso 2, country iso 3, country iso code, country name, country or region, country region, land, paese, pays, país, stato, 国`,
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
	`employee, employees, associate, worker, staff, staff member, staff members, team member, team members, mitarbeiter, mitarbeiterin, collaborateur, collaboratrice, salarié, salariée, employé, empleado, funcionário, colaborador, dipendente, medewerker, 社員, 従業員`,
	`new hire, new hires, new joiner, joiner, new starter`,
	`customer, customers, cust, client contact, client, kunde, kundin, cliente, klant, 顧客, お客様`,
	`contact, contacts, contact person, poc, point of contact, kontakt, ansprechpartner, contacto, contato, contatto`,
	`person, individual`,
	`member, members, loyalty member`,
	`board member, cab member`,
	`user`,
	`subscriber, subscribers`,
	`guest, guests, podcast guest, invitee, gast, invitado, convidado`,
	`attendee, attendees, participant, participants, survey participant, interviewee, contestant, judge, registrant, teilnehmer, teilnehmerin, 参加者`,
	`speaker, panelist, presenter, relatore, relatrice`,
	`student, graduate, pupil, learner, trainee, alumni, alumnus, alumna, alum, intern, interns, apprentice, retiree, retirees`,
	`contractor, crew member, driver, freelancer, tester, beta tester, franchisee`,
	`teacher`,
	`coach`,
	`nurse`,
	`teammate`,
	`player`,
	`caregiver`,
	`ambassador, advocate, influencer`,
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
	`winner, contest winner, finalist, premiado`,
	`nominee, honoree, awardee, celebrant, employee of the month, collègue du mois, collègue, empleado del mes, dipendente del mese, funcionário do mês, mitarbeiter des monats`,
	`tenant, resident`,
	`homeowner`,
	`investor`,
	`adopter`,
	`contributor`,
	`borrower`,
	`traveler, traveller, passenger`,
	`stakeholder`,
	`champion`,
];

/** Words for the place of an address. Parcels go to `shipping` rather than to any other. */
export const PLACE_WORDS = {
	shipping: `address mail, bezorg, correspondence, deliver to, delivery, entrega, envio, gift delivery, gift shipping, liefer, lieferung, mail to, mailing, ship, ship to, shipping, versand`,
	work: `arbeit, arbete, aziendale, beruflich, business, corporate, corporativo, dienstl, dienstlich, geschäftlich, laboral, lavoro, office, professional, professionnel, professionnelle, trabajo, trabalho, werk, work, zakelijk, 勤務先`,
	home: `home, new home, perso, personal, personale, personnel, personnelle, persoonlijk, persönlich, pessoal, physical, privat, private, privé, residence, residential, 個人, 自宅`,
};

/** The lists that are one text each. */
export const LISTS = {
	/** The names of a phone that takes text messages, which is preferred to other phones. */
	MOBILE_NAMES: `cell, cell number, cellulare, celular, mobiel, mobil, mobile, mobile no, mobile number, portable, sms, telemóvel`,
	/** The names of a first and last name in which the family name stands first, where no comma says so. */
	FAMILY_FIRST_NAMES: `apellido y nombre, apellidos y nombre, apellidos y nombres, cognome e nome, cognome nome, full name last first, last first, last name and first name, last name first, nachname vorname, name last first, nom et prénom, nom et prénoms, nom prénom, nom prénoms, név, sort name, sortable name, фио`,
	/** Words for a whole address, which beside the name of one of its lines change nothing: "Address - City". */
	ADDRESS_WORDS: `address, addresses, adres, adresse, anschrift, contact address, dirección, endereço, indirizzo, location, mailing addresses, postal address, postal addresses, street address, street addresses, to business partner address, 住所`,
	/** Words for the person who gets the gift. */
	RECIPIENT_WORDS: `address to, addressee, beneficiário, beschenkte, beschenkter, bénéficiaire, destinataire, destinatário, empfänger, empfängerin, geadresseerde, gift receiver, gift recipient, gift to, giftee, giftees, ontvanger, receiver, receivers, recepient, reciever, recipent, recipient, recipients, send gift to, thank you to, to address, who gets it, お届け先, 受取人, 届け先, 贈り先`,
	/** Words that change nothing. */
	FILLER_WORDS: `2 letters, and your, badge, can we reach you at, communication, communications, confirm, current, da, data, de, de l, default, dein, deine, dem, der, des, details, di, do, du, enter, field, for gift, for the gift, haupt, het, hi, if any, ihr, ihre, info, information, la, le, legal, main, names, no po boxes please, of, official, optional, permanent, please enter, please tell us where to send your thank you gift, preferred, primary, principal, provide, quel est, quelle est, required, short text, su, text, the, two letters, uri, value, values, van, votre, what, what is, your, の`,
	/** Objects that hold more of the same person. */
	OWN_OBJECTS: `attributes, auth, basic info, channels, contact details, contact info, contact information, contact profile, core, custom attributes, custom field values, custom fields, custom fields values, data fields, details, edges, elements, email nav, embedded, field data, fulfillment start instructions, general, home address nav deflt, identifiers, identity data, individual account, info, merge fields, node, nodes, order customer, personal details, personal info, personal info nav, phone nav, primary info, profile, properties, purchase units, raw request, results, shipment details, shipments, shipping step, telecom, traits, user attributes, user metadata, value`,
	/** Objects that only hold fields. What is in one is not of the person beside it. */
	CONTAINER_WORDS: `all, answers, application, appointment, body, booking, checkout, column values, content, context, d, data, data json, enrollment, entry, envelope summary, field values, fields, form response, item, items, json, merges, object, order, output, party, payload, profiles, query, questions, record, registration, report entry, reservation, resource, responses, result, row, submission, subscription, survey data, transaction, values`,
	/** Words for objects, which next to other words in the name of one change nothing: "clientProfileData". */
	OBJECT_WORDS: `body, data, details, envelope, get, id, info, list, model, node, object, profile, record, response, result, soap`,
	/** Words of other people, also with an "s" at the end. */
	OTHER_WORDS: `absender, absenderin, account executive, actor, added by, address from, adjuster, admin, administrator, advisor, ae, affiliate, afzender, agent, animateur, ansprechpartner intern, ansprechpartner vertrieb, approver, asistente, assigned, assigned by, assigned to, assignee, assistant, assistent, assistente, assistentin, associated owner, attorney, bcc, besitzer, betreuer, bill to, billing contact, booked by, boss, broker, buddy, card holder, caseworker, cc, chef, chefe, chefens, collaborator, consultant, contact owner, coordinator, counselor, created by, credited to, csm, csr, dentist, department head, direct manager, director, dirigente, doctor, ea, eigenaar, eigentümer, emergency, emergency contact, expéditeur, family doctor, follower, formateur, from address, fundraiser, führungskraft, general manager, gerente, gestionnaire, gestor, gift from, gift giver, group leader, head of department, hiring manager, hiring team, hr, hr contact, hrbp, hubspot owner, husband, instructor, internal contact, invited by, invoice, jefe, jefe inmediato, last modifier, lawyer, lead owner, leder, leidinggevend, leidinggevende, lender, line manager, loan officer, manager, mittente, modified by, modifier, next of kin, närmaste chef, owned by, owner, owner id, partner, payee, payment, people manager, people partner, physician, planner, pm email, practitioner, preferred staff, principal email, principal name, processor, producer, propietario, proprietário, propriétaire, provider, przełożony, realtor, record owner, recruiter, referred by, regional manager, relationship manager, relationship owner, remetente, remitente, rep, reply to, reporter, reporting manager, reporting to, reports to, representative, responsabile, responsable, responsible, responsible user, return, return to, sales associate, sales consultant, sales person, sales rep, sales user, santa, sdr, secretario, secretary, secrétaire, segretario, sekretärin, send user, skip level manager, sold by, solicitor, sourcer, sponsor, spouse, stylist, success manager, superior, superiore, supervisor, supérieur, supérieur hiérarchique, team lead, team leader, technician, therapist, trainer, tutor, underwriter, updated by, user id, vorgesetzte, vorgesetzte person, vorgesetzter, watcher, wife, ご注文者, 上司, 上長, 差出人, 担当, 担当者, 注文者, 請求先, 送り主`,
	/** Words of who or what is gone: somebody who has died, who is another person, or has left; an email or account that is closed. */
	GONE_WORDS: `bad address, bounced, cleaned, date of death, deactivated, death date, death year, deceased, decedent, deleted, deprovisioned, died, décès, décédé, décédée, email hard bounce reason, falecido, fallecido, fallecimiento, hard bounce, hs email bad address, hs email hard bounce reason enum, left company, left the company, morte, no longer, overleden, overlijdensdatum, passed away, returned mail, sterbedatum, suspended, terminated, termination date, todesdatum, undeliverable, verstorben, year of death`,
	/** Values in such a column that say that it is not so. */
	NOT_SO: `0, alive, false, living, n, nee, nein, no, non, none, not deceased, não`,
	/** Words of other people who may be meant themselves if they have an email. */
	RELATED_WORDS: `dad, father, guardian, mom, mother, parent, plus one`,
	/** Words after which another person stands, such as "Sold By". */
	BY_WORDS: `by, door, par, por, von`,
	/** Words before them of somebody in whose place another person is meant. */
	REPLACED_WORDS: `ersetzt, reemplazado, remplacé, remplacée, replaced, vertreten, vervangen`,
	/** Words of companies, and of addresses that nobody reads. */
	COMPANY_WORDS: `account, agency, azienda, bedrijf, brand, brokerage, bureau, business name, business unit, college, companies, company, dealer, department, distributor, division, employer, employer name, empresa, entreprise, firm, firma, hospital, institution, legal entity, merchant, noreply, office name, org, org id, organisation, organization, reseller, retailer, school, shop, société, store, subsidiary, supplier, support, university, unternehmen, vendor, 会社, 会社名, 店舗, 店舗名, 部署`,
	/** Words of a person's other data, such as what is no longer or not first used. */
	SECONDARY_WORDS: `additional, alias, aliases, alt, alternate, alternative, apellido materno, backup, former, initials, known as, login, maiden, middle, nick, nickname, old, other, phone 2, phonetic, preferred display name, preferred first name, preferred last name, preferred name, previous, pronunciation, proxy addresses, reading, recovery, screen name, second, secondary, segundo apellido, user name, user principal name, yomi`,
	/** What an entry of a list says of itself that is no longer so. */
	OUTDATED_WORDS: `bounced, former, old, previous, undeliverable`,
	/** Words of what is no person. An email under them could still be somebody's. */
	NON_PERSON_WORDS: `account type, activity, ad, adset, agreement, anrede, app, appointment type, area, assignment, avatar, award name, bank, bank name, batch, bio, board, box name, breed, browser, building, bundle, cabin, calendar, campaign, carrier, case, category, center, centre, channel, chapter, class, cohort, comments, community, contact method, contract, cost center, cost centre, county, coupon, course, coverage, currency, deal, degree, designation, destination, device, diet, discount, district, document, domain, drink, employment, event, file, folder, form, fund, funnel, gender, gift name, grade, group, headline, home page, home town, household, image, industry, integration, interest, ip, item name, job, label, language, layout, lesson, level, license, lineitem, list, loan, locale, major, make, market, matter, meal, meeting, message, model, module, name code, nationality, newsletter, notes, notification, occupation, offer, opportunity, os, page, party name, payment method, payment processor, pet, photo, pickup, pipeline, plan, pledge, policy, position, practice, precinct, priority, prize name, product, program, project, promo, promotion, rate, rating, reason, role, room, salutation, schedule, score, season, seat, section, segment, seniority, sequence, server, service, session, shift, shipping method, shipping option, shipping service, shirt, since, size, skills, sku, snack, source, space, specialty, stage, status, studio, subject, survey, system, table, tag, tagline, team, template, term, territory, ticket, ticket name, tier, timezone, title, topic, tour, track, trip, type, utm, variant, vehicle, voucher, ward, webinar, website, workflow, workspace, 件名, 商品, 商品名`,
	/** Words of the columns of an email that replaces another one. */
	NEWER_WORDS: `correct, latest, neue, new, newest, nieuw, nouvel, novo, nuevo, nuova, updated`,
	/** Whom a gift is for, where the only email of the record spells it. */
	GIFT_FOR_COLUMNS: `cadeau pour, cadeau voor, geschenk für, gift for, present for, presente para, regalo para, regalo per, this gift is for, who, who is the gift for, who is this gift for`,
	/** Objects in which there is nobody who could be the recipient. */
	SKIPPED_OBJECTS: `avatar, browser, campaign, destination calendar, device, employment history, event memberships, experiences, external accounts, form submissions, geo, headers, home location, identities, identity profiles, image, line items, links, merge audits, params, person properties, photo, product, products, provider data, relations, scheduled event, settings, tags, to stage, versions`,
	/** Words for somebody who may be meant, in columns that are on no list: what forms of recognition, events, referrals, schools and families call people. */
	NAMING_WORDS: `acknowledged, acknowledgment, alumna, alumnus, ambassador, ami, amico, amie, amigo, appreciate, appreciated, appreciating, appreciation, apprentice, associate, athlete, attendee, aunt, awarded, awardee, baby, babysitter, behalf, beneficiary, best man, boy, boyfriend, bride, bridesmaid, brother, camper, candidate, caregiver, caretaker, celebrant, celebrate, celebrating, champion, child, claimant, classmate, colega, colleague, collega, collègue, compañero, consignee, couple, cousin, coworker, dad, daughter, deceased, delegate, donee, emcee, father, fiance, fiancee, finalist, freund, freundin, friend, ganador, gewinner, gewinnerin, girl, girlfriend, grad, graduate, grandfather, grandma, grandmother, grandpa, grandparent, groom, groomsman, guest, hero, hire, holder, homenajeado, honor, honoree, honoring, honour, insured, intern, introduced, invited, invitee, joiner, keynote, kid, kind, kollege, kollegin, lady, learner, leaver, loved, loved one, man, match, mate, member, memory, mentee, mention, mentioned, mom, mother, mum, mvp, nanny, neighbor, neighbour, nephew, newborn, niece, nominate, nominado, nominated, nominating, nominee, nominé, nommé, nurse, other half, panelist, parent, participant, passenger, patient, payee, peer, performer, player, policyholder, praised, premiado, premiato, presenter, promoted, pupil, recipient, recognise, recognised, recognize, recognized, recognizing, referee, referred, registrant, replaced, replacement, resident, retiree, reviewed, reviewee, scholar, sibling, significant other, sister, son, speaker, star, student, substitute, tagged, teammate, tenant, thank, thanked, thanking, trainee, traveler, traveller, tribute, uncle, valentine, vincitore, vincitrice, visitor, vriend, vriendin, winnaar, winner, woman, worker`,
	/** Words beside which a word for a person is that of somebody who may be meant, such as "Favorite Teacher". */
	PRAISING_WORDS: `best, favorite, favourite, featured, lucky, month, outstanding, top, year`,
	/** Those of them that by themselves may be the name of a thing in another language. */
	AMBIGUOUS_WORDS: `honor, kind`,
	/** Words that speak of a person less clearly, and of nobody after a thing or in the object of one: "Project Name". */
	NAME_WORDS: `contact, employee, family, kudos, naam, name, nom, nombre, nome, nomination, person, personne, persoon, pessoa, praise, referral, shout out, 名, 名前, 氏名`,
	/** What names that end in "for" ask for instead of a recipient. */
	REASON_COLUMNS: `thank you for, what for`,
	/** Words that speak of a recipient, where they begin or end a name that is on no list. */
	TOWARDS_WORDS: `a chi, a quem, a quién, an, attention, attn, c/o, care of, chi, direct report, direct reports, for, für, gets, para, per, pour, quem, qui, quién, receives, to, voor, wem, wen, wer, who, whom, à l attention de, à qui, получатель, 宛, 宛先, 收件人, 收货人, 받는사람, 수령인`,
	/** Words of an employee's family, who are other people in a table of employees. */
	FAMILY_WORDS: `baby, beneficiaries, beneficiary, child, children, daughter, dependant, dependants, dependent, dependents, kid, kids, son`,
	/** Short forms of words in the names of databases' columns, each before what it stands for. */
	SHORT_FORMS: `acct account, addr address, biz business, cd code, cli client, dept department, ee employee, eml email, emp employee, mgr manager, nm name, pref preferred, pt patient, usr user, vol volunteer`,
	/** Words of other people who may be meant themselves, beside somebody whose word is on no list. So may those of `BUYER_WORDS`. */
	COMPETING_WORDS: `author, creator, from, gifter, giver, host, interviewer, mentor, nominator, organiser, organizer, referrer, requested by, requester, respondent, reviewer, seller, sender, submitted by, submitter, who referred you`,
	/** Columns of a company's domain or of a product's stock, beside which a whole name may be that of the company or product. */
	DOMAIN_COLUMNS: `company domain, domain, domain name, domains, stock quantity, website domain`,
	/** Words of places that people visit: an address beside one may be that of the place. */
	VENUE_WORDS: `arena, auditorium, ballroom, branch, branch office, campus, chapel, church, clinic, community center, conference center, convention center, country club, dealership, event center, facility, gym, hall, hotel, inn, listing, location, location name, lodge, mall, museum, office location, outlet, place, property, resort, restaurant, salon, shop, showroom, site, spa, stadium, store, theater, theatre, venue, venue room, warehouse, winery, work location, work location name`,
	/** Values of such columns that are no places. */
	NO_PLACES: `home, hybrid, online, remote, virtual`,
	/** What a mailbox is called that is nobody's own. */
	SHARED_MAILBOXES: `account, accounting, accountspayable, accountsreceivable, accueil, admin, administration, administrator, all, ap, appointments, ar, ask, assistant, billing, board, bonjour, booking, buchhaltung, buero, bureau, care, careers, catering, ciao, club, community, compta, comptabilite, concierge, connect, contact, contacto, contactus, contato, customercare, customerservice, customersupport, desk, donations, einkauf, email, enquiries, enquiry, event, feedback, finance, frontdesk, frontoffice, gala, general, group, guestservices, hallo, hello, help, helpdesk, hey, hi, hola, hr, inbox, info, information, inkoop, inquiries, inquiry, invoice, invoicing, iroda, it, job, kontakt, kontor, kundenservice, leasing, legal, mail, marketing, media, members, membership, news, newsdesk, newsletter, office, oficina, operations, ops, order, parish, partners, partnerships, payable, payments, payroll, people, post, pr, press, privacy, procurement, purchasing, reception, recruiting, reservations, rsvp, sales, school, secretaria, secretary, security, segreteria, sekretariat, service, shop, staff, store, success, support, talent, team, tech, treasurer, ufficio, vendas, vendors, ventas, vertrieb, web, webmaster, website`,
	/** What a mailbox is called that nobody reads, or everybody. */
	NO_MAILBOXES: `all employees, all staff, bounce, deleted, do not reply, email not unlocked, everyone, mailer daemon, no email, no mail, no reply, nobody, none, noone, not provided, null, placeholder, postmaster, redacted, undefined, unknown`,
	/** Words of which a name consists that is nobody's. */
	PLACEHOLDER_NAMES: `above, accounts, admin, angabe, anonymised, anonymized, anonymous, applicable, as, assistant, checkout, city, contact, customer, deleted, demo, desk, director, do, donor, dummy, example, executive, facebook, fname, former, front, guest, hall, hr, human, info, keine, lname, manager, marketing, not, null, office, open, payable, position, provided, reception, redacted, removed, requested, reserved, resources, sales, same, sample, service, store, support, team, test, undefined, unknown, user, valued`,
	/** Words with which the name of several people begins or ends. */
	HOUSEHOLD_WORDS: `famiglia, familia, familie, famille, family, household, team, the`,
	/** Columns that say of a record, by a yes, that it is no person. */
	NOT_A_PERSON_COLUMNS: `is bot, is business, is company, is group, is organisation, is organization`,
	/** Words of a remark after a name, such as "(Sample Contact)", that say that nobody by that name gets a gift. */
	NOBODYS_REMARKS: `amostra, archived, beispiel, deactivated, deceased, declined, deleted, demo, dummy, duplicate, ejemplo, esempio, essai, example, exemple, exemplo, fake, for, inactive, left, muestra, muster, old, proef, prova, prueba, resigned, sample, samples, sent, terminated, test, teste, testing, voorbeeld`,
	/** Words that say which of four or more names are given names. */
	NAME_PARTICLES: `abu, af, al, av, ben, bin, bint, binti, da, dalla, das, de, del, dela, della, den, der, des, di, do, dos, du, el, ibn, ii, iii, iv, jr, la, las, le, los, mac, mc, san, sr, st, ten, ter, van, vom, von, zu, zur`,
	/** Columns of what stands before a last name, such as "van der". */
	INFIX_COLUMNS: `family name prefix, infix, last name prefix, surname prefix, tussenvoegsel, tussenvoegsels, voorvoegsel`,
	/** What the names of columns of who bought or pays begin with. */
	BUYER_WORDS: `besteller, bill, billing, buyer, facturación, facturation, factuur, fatturazione, faturamento, payer, payor, purchaser, rechnung, sold to`,
	/** Words of somebody who is the recipient where no column can name anyone else, or asks for an address. */
	SUBJECT_WORDS: `billing, buyer, mentor, organizer, purchaser, referrer, respondent, reviewer`,
	/** Words of a question that asks for another address than that of the person. */
	NOT_OWN_WORDS: `before, collect, from, her, his, last, moved, not, of, pick, referral, return, returned, their, them, wrong`,
	/** Columns of orders that may go to somebody else than the buyer. */
	GIFT_NOTE_COLUMNS: `card message, gift message, gift note, is gift, is this a gift`,
	/** Roles of people whose forms others fill in, by their first word. */
	FILLED_IN_ROLES: `champion, new hire, nominee, student`,
	/** Roles that do not say which person of a record they mean: the email of one is that of a name without a role. */
	GENERAL_ROLES: `contact, person, user`,
	/** Words for gifts, and for what their tables have. */
	GIFT_WORDS: `anlass, cadeau, geschenk, gift, occasion, onboarding, presente, regalo, reward, swag, welcome`,
	/** Words for what is done with a gift. */
	GIVING_WORDS: `deliver, give, mail, present, send, ship`,
	/** Words that say that somebody has a gift or gets none, words for how far it is, and those beside them. */
	SENT_WORDS: `canceled, cancelled, collected, declined, delivered, dispatched, emailed, entregado, enviado, envoyé, gifted, given, handed, inviato, mailed, ordered, redeemed, rejected, sent, shipped, verschickt, versendet, verstuurd, verzonden`,
	STATE_WORDS: `approval, group, stage, status`,
	SENDING_WORDS: `already, at, basket, box, care, date, delivery, dt, kit, link, mug, n, on, package, property, send, ship, shipment, shipping, was, y, yn`,
	/** How columns end, without an s, that say by a no that the gift is for somebody else, or for nobody; and those that say so by a yes. */
	FOR_SELF: `account enabled, are you the recipient, for myself, for yourself, gift eligible, gift for you, gift ok, order for you, same as buyer, this for you`,
	FOR_OTHERS: `decline gift, do not gift, do not send gift, for another person, for somebody else, for someone else, gift opt out, gifting opt out, no gift, of someone else, on behalf, opted out of gift`,
	/** Columns that say that a record is a filled-in form, whose email may be that of whoever filled it in. */
	FORM_COLUMNS: `completion time, created by, date submitted, form id, how do you know them, reason for nomination, reason for referral, respondent id, response id, submission date, submission id, submission time, submit date utc, submitted, submitted at, submitted on, timestamp, your email`,
	/** Words in a whole name that no person has. */
	NO_NAME_WORDS: `abteilung, accounting, accounts, admin, afdeling, agency, and, application, association, atelier, auto, backup, bakery, bank, bistro, brewery, broken, cafe, capital, clinic, club, co, coffee, committee, company, conference, consulting, council, crew, customer, dental, department, dept, desk, eheleute, enterprises, et, event, famiglia, familia, familie, famille, family, finance, foods, for, form, foundation, freight, gala, gift, global, group, holdings, hotel, household, industries, info, inquiry, institute, insurance, international, kickoff, labs, launch, logistics, marketing, meeting, mug, newsdesk, newsletter, of, office, offsite, order, partners, party, payable, pharmacy, plan, plumbing, printer, properties, realty, receivable, reception, registration, renewal, repair, request, room, sales, salon, school, service, signup, software, solutions, spa, studio, summit, supply, support, survey, systems, team, technologies, technology, test, the, traders, trading, und, university, ventures, warehouse, webinar, workshop`,
	/** Legal forms of companies, with which their names end. */
	COMPANY_FORMS: `ag, bv, corp, corporation, gmbh, inc, kg, limited, llc, llp, ltd, nv, plc, pty, sarl, srl`,
	/** Values of a column "state" that are those of an account. */
	ACCOUNT_STATES: `active, archived, closed, declined, deleted, disabled, enabled, inactive, invited, new, open, pending, subscribed, unsubscribed, unverified, verified`,
};
