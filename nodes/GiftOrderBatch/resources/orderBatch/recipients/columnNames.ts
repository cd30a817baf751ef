/**
 * What the names of columns mean: closed lists, one a line, sorted, of which `docs/columns.md` is made. Commas separate the names. Case, accents,
 * spaces and punctuation do not matter.
 */

export const listOf = (text: string): string[] => text.split(',').map((name) => name.trim());

/** The names of what a column holds. `full_name` and `street_number`become parts of other fields. */
export const FIELD_NAMES = {
	first_name: `first name, fname, forename, fornavn, förnamn, given name, imię, jméno, keresztnév, name first, name given, nombres, nome próprio, primeiro nome, primer nombre, prénom, roepnaam, voornaam, vorname, имя`,
	last_name: `achternaam, apelido, apellido, apellido paterno, apellidos, cognome, efternamn, efternavn, etternavn, familienaam, familienname, family name, family name 1, last name, lname, nachname, name family, name last, nazwisko, nom de famille, preferred name last name, primer apellido, příjmení, sobrenome, surname, vezetéknév, último nome, фамилия`,
	full_name: `display name, first and last name, first last name, first name last name, full name, full name first last, imię i nazwisko, naam, name, name first and last, name first last, name formatted, namn, navn, nom, nom complet, nombre, nombre completo, nombre y apellidos, nome, nome completo, nome e cognome, payroll name, prénom et nom, real name, volledige naam, vollständiger name, vor und nachname, wie heißt du, お名前, 名前, 氏名`,
	email: `best email, correo, correo electrónico, courriel, e post, electronic address, email, email 1, email address, email address 1, email addresses, email id, emails, emails original, gmail, mail, почта, эл почта, электронная почта, メール, メールアドレス, 电子邮箱, 邮箱`,
	phone: `contact no, contact number, phone, phone 1, phone number, phone number full, phone numbers, phone numbers number, phones, primary phone free form number, tel, telefon, telefone, telefono, téléphone, 電話`,
	address_1: `address, address 1, address line, address line 1, address lines, address street, adres, adresse, anschrift, calle, calle y número, dirección, endereço, first line, indirizzo, line 1, line one, postal address, rue, straat, straße, street, street 1, street address, street apt, street name, 住所`,
	address_2: `address 2, address 3, address line 2, apartment, apartment number, apt, apt number, apto, bldg, complément d adresse, dorm room, line 2, line 3, piso, second line, ste, street 2, street 3, suite, suite number, trailer lot, unit, unit number, 建物名, 建物名 部屋番号`,
	street_number: `address number, hausnummer, house no, house number, street number`,
	city: `address 1 city, admin area 2, cidade, città, city, city 1, city municipality, city name, city st zip, city state, city state zip, ciudad, locality, ort, plaats, stad, stadt, suburb, town, what city do you live in, ville, 市`,
	state: `address 1 region, address 1 state, address 1 state or province, admin area 1, administrative district level 1, bundesland, bundesstaat, country area, country subdivision code, country subdivision level 1, country subdivision level 1 code value, country subdivision level 1 short name, estado, province, province code, region, region code, st code, state, state 1, state abbreviation, state code, state id, state name, state or province, state or province code, state or region, state province, state territory code, state us, subdivision, usa state, what state do you live in, état, 州`,
	postal_code: `5 digit zip, address 1 postal code, address 1 zip, addresses code, cap, cep, code postal, código postal, pincode, plz, post code, postal, postal code, postal code 1, postleitzahl, zip, zip 4, zip 5, zip code, zip or postal code, 郵便番号`,
	country: `country, country code, country name, country or region, country region, land, pays`,
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
	`employee, associate, worker, staff, team member, mitarbeiter, collaborateur, salarié, employé, empleado, colaborador, medewerker`,
	`new hire, joiner`,
	`customer, cust, client contact, client, kunde, cliente, klant`,
	`contact, contact person, poc, point of contact, kontakt, ansprechpartner, contacto, contato`,
	`person, individual`,
	`member, loyalty member`,
	`board member, cab member`,
	`user`,
	`subscriber`,
	`guest, podcast guest, invitee, gast`,
	`attendee, participant, interviewee, contestant, judge, registrant, teilnehmer`,
	`speaker, panelist, presenter, relatore`,
	`student, graduate, learner, trainee, alumni, alum, intern, apprentice, retiree`,
	`contractor, crew member, driver, tester, beta tester, franchisee`,
	`teacher`,
	`coach`,
	`nurse`,
	`teammate`,
	`player`,
	`caregiver`,
	`ambassador, advocate, influencer`,
	`signer`,
	`lead, prospect`,
	`candidate, applicant`,
	`patient`,
	`insured`,
	`policy holder`,
	`scheduler`,
	`donor, supporter, backer, patron, constituent`,
	`volunteer`,
	`peer`,
	`winner, contest winner, finalist, gewinner, premiado`,
	`nominee, honoree, awardee, celebrant, collègue du mois, collègue`,
	`tenant, resident`,
	`homeowner`,
	`adopter`,
	`stakeholder`,
	`investor`,
	`contributor`,
	`traveler, passenger`,
	`borrower`,
	`champion`,
];

/** Words for the place of an address. Parcels go to `shipping` rather than to any other. */
export const PLACE_WORDS = {
	shipping: `address mail, deliver to, delivery, gift shipping, mail to, mailing, ship, ship to, shipping`,
	work: `arbeit, business, corporate, dienstlich, geschäftliche, office, professionnel, werk, work`,
	home: `home, new home, perso, personal, personale, personnel, physical, privat, private, privé, residence, residential`,
};

/** The lists that are one text each. */
export const LISTS = {
	/** The names of a phone that takes text messages, which is preferred to other phones. */
	MOBILE_NAMES: `cell, cell number, mobil, mobile, mobile no, mobile number, sms`,
	/** The names of a first and last name in which the family name stands first, where no comma says so. */
	FAMILY_FIRST_NAMES: `apellidos y nombre, cognome e nome, last first, last name first, nachname vorname, name last first, nom et prénom, név, sort name, sortable name, фио`,
	/** Words for a whole address, which beside the name of one of its lines change nothing: "Address - City". */
	ADDRESS_WORDS: `address, addresses, adres, adresse, anschrift, contact address, dirección, endereço, indirizzo, location, postal address, street address, street addresses, to business partner address, 住所`,
	/** Words for the person who gets the gift. */
	RECIPIENT_WORDS: `address to, addressee, bénéficiaire, destinataire, destinatário, empfänger, gift receiver, gift recipient, gift to, giftee, receiver, reciever, recipient, send gift to, thank you to, to address, who gets it, 受取人`,
	/** Words that change nothing. */
	FILLER_WORDS: `2 letters, and your, badge, communication, communications, confirm, current, da, data, de, de l, default, dein, der, des, details, di, do, du, field, for gift, hi, ihre, info, information, la, le, legal, main, names, of, please enter, please tell us where to send your thank you gift, preferred, primary, principal, quel est, quelle est, required, short text, su, text, the, two letters, uri, value, values, van, votre, what, what is, your, の`,
	/** Objects that hold more of the same person. */
	OWN_OBJECTS: `attributes, auth, contact info, custom attributes, custom fields, custom fields values, data fields, details, elements, email nav, embedded, fulfillment start instructions, home address nav deflt, individual account, info, merge fields, node, order customer, personal details, personal info, profile, properties, purchase units, raw request, results, shipping step, telecom, traits, user attributes, user metadata, value`,
	/** Objects that only hold fields. What is in one is not of the person beside it. */
	CONTAINER_WORDS: `all, answers, application, appointment, body, booking, checkout, column values, content, context, d, data, data json, enrollment, entry, envelope summary, event data, fields, form response, item, items, json, merges, object, order, output, party, payload, query, questions, record, registration, report entry, reservation, resource, responses, result, row, submission, subscription, survey data, transaction, values`,
	/** Words for objects, which next to other words in the name of one change nothing: "clientProfileData". */
	OBJECT_WORDS: `body, data, details, envelope, get, id, info, list, node, object, profile, record, response, result, soap`,
	/** Words of other people, also with an "s" at the end. */
	OTHER_WORDS: `absender, account executive, actor, adjuster, admin, administrator, advisor, ae, affiliate, afzender, agent, animateur, ansprechpartner intern, approver, assigned, assigned to, assignee, assistant, attorney, bcc, besitzer, betreuer, bill to, boss, broker, buddy, card holder, caseworker, cc, chef, collaborator, consultant, coordinator, counsel, counselor, credited to, csm, csr, dentist, department head, director, doctor, ea, emergency, expéditeur, follower, from address, fundraiser, führungskraft, gerente, gestor, gift from, group leader, hiring team, hr, hrbp, husband, instructor, invoice, jefe, lawyer, leder, leidinggevende, lender, loan officer, manager, mittente, modifier, next of kin, owner, owner id, partner, payee, payment, physician, planner, pm email, practitioner, preferred staff, principal email, principal name, processor, producer, propriétaire, provider, publicist, realtor, recruiter, remitente, rep, reply to, reporter, reporting to, reports to, representative, responsable, responsible, responsible user, return, sales associate, sales person, santa, sdr, secretary, send user, solicitor, sourcer, sponsor, spouse, stylist, superior, supervisor, team lead, team leader, technician, therapist, trainer, tutor, underwriter, user id, vorgesetzte, vorgesetzter, watcher, who is your manager, wife, 上司, 上長, 差出人, 担当, 担当者, zuständig`,
	/** Words of who or what is gone: somebody who has died, who is another person, or has left; an email or account that is closed. */
	GONE_WORDS: `austrittsdatum, bad address, bounced, cleaned, date de sortie, date of leaving, death, deactivated, deceased, decedent, deleted, deprovisioned, died, décédé, décédée, email hard bounce reason, exit date, falecido, fallecido, fecha de baja, hard bounce, hs email hard bounce reason enum, leaving date, left company, left the company, morte, no longer, offboarded, overleden, overlijdensdatum, passed away, returned mail, suspended, terminated, termination date, todesdatum, undeliverable, verstorben, 退職年月日`,
	/** Values in such a column that say that it is not so. */
	NOT_SO: `0, alive, false, living, n, nee, nein, no, non, none, não, 未`,
	/** Words of other people who may be meant themselves if they have an email. */
	RELATED_WORDS: `dad, father, guardian, mom, mother, parent, plus one`,
	/** Words after which another person stands, such as "Sold By". */
	BY_WORDS: `by, door, par, por, von`,
	/** Words of companies, and of addresses that nobody reads. */
	COMPANY_WORDS: `account, azienda, bedrijf, brand, bureau, business name, companies, company, department, employer, empresa, entreprise, firm, firma, hospital, merchant, office name, org, org id, organisation, organization, retailer, school, shop, société, store, supplier, support, university, unternehmen, vendor, 会社名, 店舗名`,
	/** Words of a person's other data, such as what is no longer or not first used. */
	SECONDARY_WORDS: `additional, alias, aliases, alt, alternate, backup, apellido materno, former, login, maiden, middle, nick, nickname, old, other, phone 2, preferred first name, preferred name, previous, reading, second, secondary, segundo apellido, user name, user principal name, yomi`,
	/** What an entry of a list says of itself that is no longer so. */
	OUTDATED_WORDS: `bounced, former, old, previous, undeliverable`,
	/** Words of what is no person. An email under them could still be somebody's. */
	NON_PERSON_WORDS: `activity, ad, adset, assignment, award name, board, box name, campaign, case, category, center, class, course, deal, designation, employment, event, file, form, funnel, gender, grade, group, headline, household, industry, item name, job, label, layout, level, lineitem, list, matter, meeting, membership, message, name code, newsletter, notes, opportunity, os, page, party name, pet, pipeline, plan, position, practice, precinct, product, program, project, role, room, salutation, segment, seniority, server, service, session, size, source, space, stage, status, table, tag, team, territory, ticket, tier, title, topic, type, webinar, workflow`,
	/** Words of the columns of an email that replaces another one. */
	NEWER_WORDS: `correct, latest, neue, new, newest, nieuw, nouvel, novo, nuevo, nuova, updated`,
	/** Objects in which there is nobody who could be the recipient. */
	SKIPPED_OBJECTS: `avatar, event memberships, headers, home location, line items, merge audits, params, person properties, scheduled event, tags`,
	/** Words for somebody who may be meant, in columns that are on no list: what forms of recognition, events, referrals, schools and families call people. */
	NAMING_WORDS: `acknowledged, alumna, alumnus, ambassador, ami, amico, amie, amigo, appreciate, appreciated, appreciation, apprentice, associate, athlete, attendee, aunt, awarded, awardee, baby, babysitter, behalf, beneficiario, beneficiary, beschenkter, boy, boyfriend, bride, brother, camper, candidate, caregiver, caretaker, celebrant, celebrate, celebrating, champion, child, claimant, classmate, colega, colleague, collega, collègue, compañero, consignee, couple, cousin, coworker, cumpleañero, dad, daughter, deceased, delegate, donee, father, fiance, fiancee, finalist, freund, freundin, friend, ganador, geburtstagskind, gewinner, gewinnerin, girl, girlfriend, grad, graduate, grandfather, grandma, grandmother, grandpa, grandparent, groom, guest, hero, hire, holder, homenajeado, honor, honoree, honouree, honoring, insured, intern, introduced, invited, invitee, joiner, keynote, kid, kind, kollege, kollegin, lady, learner, leaver, loved, loved one, man, match, mate, member, memory, mentee, mention, mentioned, mom, mother, mum, mvp, nanny, neighbor, neighbour, nephew, newborn, niece, nominate, nominado, nominated, nominating, nominee, nominé, nommé, nurse, other half, panelist, parent, participant, passenger, patient, payee, peer, performer, player, policyholder, praised, premiado, premiato, presenter, promoted, pupil, recipient, recognise, recognised, recognize, recognized, referee, referred, registrant, replaced, replacement, resident, retiree, reviewed, reviewee, sibling, significant other, sister, son, speaker, star, student, substitute, tagged, teammate, tenant, thank, thanked, thanking, trainee, traveler, tribute, uncle, valentine, vincitore, vincitrice, visitor, vriend, vriendin, winnaar, winner, woman, worker`,
	/** Words beside which a word for a person is that of somebody who may be meant, such as "Favorite Teacher". */
	PRAISING_WORDS: `best, favorite, favourite, featured, month, outstanding, top, year`,
	/** Those of them that by themselves may be the name of a thing in another language. */
	AMBIGUOUS_WORDS: `honor, kind`,
	/** Words that speak of a person less clearly, and of nobody after a thing or in the object of one: "Project Name". */
	NAME_WORDS: `contact, employee, family, kudos, naam, name, nom, nombre, nome, nomination, person, praise, referral, shout out, 名, 名前, 氏名`,
	/** What names that end in "for" ask for instead of a recipient. */
	REASON_COLUMNS: `thank you for, what for`,
	/** Words that speak of a recipient, where they begin or end a name that is on no list. */
	TOWARDS_WORDS: `a chi, a quem, a quién, an, attention, attn, c/o, care of, chi, direct report, direct reports, for, für, gets, para, per, pour, quem, qui, quién, receives, to, voor, wem, wen, wer, who, whom, à l attention de, à qui, 宛先`,
	/** Words of an employee's family, who are other people in a table of employees. */
	FAMILY_WORDS: `baby, beneficiary, child, children, daughter, dependant, dependent, dependents, kid, kids, son`,
	/** Short forms of words in the names of databases' columns, each before what it stands for. */
	SHORT_FORMS: `acct account, addr address, biz business, cd code, cli client, dept department, ee employee, eml email, emp employee, mgr manager, nm name, pref preferred, pt patient, usr user, vol volunteer`,
	/** Words of other people who may be meant themselves, beside somebody whose word is on no list. So may those of `BUYER_WORDS`. */
	COMPETING_WORDS: `author, creator, from, gifter, giver, host, interviewer, mentor, nominator, organiser, organizer, referrer, requested by, requester, respondent, reviewer, seller, sender, submitted by, submitter, who invited you, who referred you`,
	/** Columns of a company's domain or of a product's stock, beside which a whole name may be that of the company or product. */
	DOMAIN_COLUMNS: `company domain, domain, domain name, domains, stock quantity`,
	/** Words of places that people visit: an address beside one may be that of the place. */
	VENUE_WORDS: `arena, ballroom, branch, branch office, chapel, church, clinic, community center, conference center, convention center, country club, event center, facility, gym, hall, hotel, inn, listing, location, location name, mall, museum, office location, outlet, place, property, restaurant, salon, shop, site, spa, stadium, store, theater, venue, warehouse, work location`,
	/** Values of such columns that are no places. */
	NO_PLACES: `home, online, remote, virtual`,
	/** What a mailbox is called that is nobody's own. */
	SHARED_MAILBOXES: `account, accounting, accountspayable, accueil, admin, administration, administrator, all, ap, appointments, ar, ask, assistant, billing, board, bonjour, booking, buchhaltung, buero, bureau, care, careers, ciao, club, compta, concierge, connect, contact, contacto, contactus, contato, customercare, desk, einkauf, email, enquiries, event, feedback, finance, frontdesk, general, group, hallo, hello, help, helpdesk, hey, hi, hola, hr, inbox, info, information, inkoop, invoice, invoicing, iroda, it, job, kontakt, leasing, legal, mail, marketing, media, news, newsdesk, newsletter, office, oficina, operations, ops, order, partners, payable, payments, payroll, people, post, pr, press, privacy, procurement, purchasing, reception, recruiting, reservations, rsvp, sales, school, secretary, security, segreteria, sekretariat, service, shop, staff, store, success, support, talent, team, tech, ufficio, vendas, ventas, vertrieb, web, website`,
	/** What a mailbox is called that nobody reads, or everybody. */
	NO_MAILBOXES: `all staff, bounce, deleted, do not reply, email not unlocked, everyone, mailer daemon, no email, no mail, no reply, none, not provided, null, placeholder, postmaster, redacted, undefined, unknown`,
	/** Words of which a name consists that is nobody's. */
	PLACEHOLDER_NAMES: `above, accounts, admin, angabe, anonymized, anonymous, applicable, as, asdf, assistant, checkout, city, contact, customer, deleted, demo, department, desk, director, do, donor, dummy, example, executive, facebook, fname, former, front, guest, hall, hr, human, info, keine, lname, manager, marketing, not, null, office, open, payable, position, provided, reception, redacted, removed, requested, reserved, resources, sales, same, sample, service, store, student, support, team, test, undefined, unknown, user, vacancy, vacant, valued`,
	/** Words with which the name of several people begins or ends. */
	HOUSEHOLD_WORDS: `famiglia, familia, familie, famille, family, household, team, the`,
	/** Columns that say of a record, by a yes, that it is no person. */
	NOT_A_PERSON_COLUMNS: `is bot, is business, is company, is group, is organization`,
	/** Words of a remark after a name, such as "(Sample Contact)", that say that nobody by that name gets a gift. */
	NOBODYS_REMARKS: `archived, deactivated, deceased, declined, deleted, demo, dummy, duplicate, example, fake, for, inactive, left, old, resigned, sample, sent, terminated, test`,
	/** Words that say which of four or more names are given names. */
	NAME_PARTICLES: `al, ben, bin, da, das, de, del, della, den, der, des, di, do, dos, du, el, ii, iii, iv, jr, la, las, le, los, mac, mc, san, sr, st, ten, van, von`,
	/** Columns of what stands before a last name, such as "van der". */
	INFIX_COLUMNS: `tussenvoegsel, voorvoegsel`,
	/** What the names of columns of who bought or pays begin with. */
	BUYER_WORDS: `besteller, bill, billing, buyer, factuur, payer, payor, purchaser, rechnung, sold to`,
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
	GIFT_WORDS: `anlass, award, cadeau, favor, geschenk, gift, incentive, occasion, onboarding, premio, presente, prize, regalo, reward, swag, thank, welcome, ギフト`,
	/** Words for what is done with a gift. */
	GIVING_WORDS: `deliver, give, mail, present, send, ship`,
	/** Words that say that somebody has a gift or gets none, words for how far it is, and those beside them. */
	SENT_WORDS: `canceled, cancelled, collected, declined, delivered, emailed, entregado, enviado, envoyé, fulfilled, gifted, given, handed, inviato, mailed, ordered, redeemed, rejected, sent, shipped, spedito, verschickt, versendet, verstuurd, verzonden, übergeben, 送付済み`,
	STATE_WORDS: `action, approval, decision, delivery, estado, fulfillment, group, progress, stage, stato, status, statut`,
	SENDING_WORDS: `already, am, at, basket, box, care, date, kit, le, link, mug, n, on, out, package, property, send, ship, shipping, y, you`,
	/** Words that ask whether somebody gets a gift, words for somebody who gets none, and those beside them. */
	ASKING_WORDS: `actief, actif, active, activo, akkoord, aktiv, approuvé, approval, approved, aprobado, decision, eligible, enabled, enviar, envoyer, erwünscht, freigegeben, gets, in, include, included, keep, nominee, ok, on, qualified, qualifies, ready, recipient, selected, send, senden, ship, versturen, winner`,
	STOPPING_WORDS: `blacklist, blacklisted, blocked, cancel, delete, don, dublette, dup, dupe, duplicate, exclude, excluded, hold, ignore, ignored, inactive, left, nicht, not, remove, skip, skipped`,
	ASIDE_WORDS: `a, be, box, do, does, for, from, holiday, is, it, kit, list, manager, no, now, of, program, should, t, the, this, to, year`,
	/** How columns end, without an s, that say by a no that the gift is for somebody else, or for nobody; and those that say so by a yes. */
	FOR_SELF: `account enabled, alive, are you the recipient, gift for you, gift opt in, myself, order for you, same as buyer, still at company, still here, this for you, works here, yourself`,
	FOR_OTHERS: `decline gift, former client, former employee, do not contact, for another person, for somebody else, for someone else, invalid email, moved, no gift, of someone else, on behalf`,
	/** Columns that say that a record is a filled-in form, whose email may be that of whoever filled it in. */
	FORM_COLUMNS: `completion time, created by, form id, how do you know them, reason for referral, response id, submission id, submitted, submitted at, timestamp, your email`,
	/** Words in a whole name that no person has. */
	NO_NAME_WORDS: `abteilung, accounting, accounts, admin, afdeling, agency, and, application, association, atelier, auto, backup, bakery, bank, bistro, brewery, broken, cafe, capital, clinic, club, co, coffee, committee, company, conference, construction, consulting, council, crew, customer, dental, departamento, department, dept, desk, eheleute, energy, enterprises, equipe, equipo, et, event, famiglia, familia, familie, famille, family, finance, foods, for, form, foundation, freight, gala, gift, global, group, health, holdings, hotel, household, industries, info, institute, insurance, interiors, international, kickoff, labs, launch, logistics, marketing, meeting, mug, newsdesk, newsletter, of, office, offsite, ops, order, partners, party, payable, pharmacy, plan, plumbing, printer, properties, qa, realty, receivable, reception, registration, renewal, repair, request, roofing, room, sales, salon, school, service, signup, software, solutions, spa, studio, summit, supply, support, survey, systems, team, technologies, technology, test, the, traders, trading, und, university, ventures, warehouse, webinar, workshop`,
	/** Legal forms of companies, with which their names end. */
	COMPANY_FORMS: `ag, bv, corp, corporation, gmbh, inc, kg, limited, llc, llp, ltd, nv, plc, pty, sarl, srl`,
	/** Values of a column "state" that are those of an account. */
	ACCOUNT_STATES: `active, archived, closed, declined, deleted, disabled, enabled, inactive, invited, new, open, pending, subscribed, unsubscribed, unverified, verified`,
};
