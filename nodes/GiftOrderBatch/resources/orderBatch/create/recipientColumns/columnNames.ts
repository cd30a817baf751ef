/**
 * The words that systems use in the names of columns. Spaces separate the words of a phrase, `|` the phrases. Accents, case
 * and a plural or genitive s do not matter, nor do the fillers below.
 */

/** What a column holds. `full_name` and `street_number` become parts of other columns. */
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

const list = (text: string) =>
	text
		.split('|')
		.map((phrase) => phrase.trim())
		.filter(Boolean);

/** The names of each column; where a place has several, the earlier name wins. */
export const FIELD_NAMES: Record<Field, string[]> = {
	first_name: list(
		`first name|firstname|given name|forename|fname|f name|first|name first|christian name|vorname|prénom|primer nombre
		|nombre de pila|primeiro nome|voornaam|förnamn|fornavn|imię|名|ファーストネーム`,
	),
	last_name: list(
		`last name|lastname|surname|family name|lname|l name|last|name last|nachname|familienname|zuname|nom de famille
		|apellido|primer apellido|sobrenome|último nome|apelido|cognome|achternaam|familienaam|efternamn|etternavn|efternavn|soyad|nazwisko|фамилия|姓|苗字|성|성씨`,
	),
	full_name: list(
		`full name|fullname|name|complete name|first and last name|first last name|name first last|first name last name
		|name first and last|first name and last name|vollständiger name|vor und nachname|nom complet|nom|nom et prénom|prénom et nom|nombre
		|nombre completo|nombre y apellidos|nome|nome completo|nome e sobrenome|nome e cognome|naam|volledige naam|имя|полное имя|фио
		|имя и фамилия|фамилия и имя|imię i nazwisko|氏名|名前|お名前|ご氏名|姓名|名字|이름|성명|성함|display name|unstructured name
		|display name last first|full name first last|full name last first|last first|last name first name`,
	),
	email: list(
		`email|e mail|email id|e mail id|mail id|email address|e mail address|mail|mail address|email addr|email adresse|e mail adresse|mailadresse
		|e mailadresse|adresse e mail|adresse email|adresse mail|adresse électronique|courriel|mél|correo|correo electrónico
		|dirección de correo|dirección de correo electrónico|dirección de email|dirección de e mail|endereço de e mail|endereço de email|correio eletrônico
		|correio eletrónico|indirizzo e mail|indirizzo email|indirizzo di posta elettronica|posta elettronica|e post|e postadress|e posta|e mailadres|emailadres|e mail adres|adres e mail|adres email
		|почта|электронная почта|эл почта|адрес электронной почты|email адрес|имейл|メール|メールアドレス|eメール|eメールアドレス|電子メール
		|電子メールアドレス|邮箱|邮箱地址|电子邮件|电子邮件地址|电子邮箱|邮件|電子郵件|電子信箱|이메일|이메일 주소|이메일주소|메일|메일 주소|전자우편`,
	),
	phone: list(
		`phone|phone number|contact number|contact no|phone no|telephone|telephone number|tel|telefon|telefonnummer|rufnummer|numéro de téléphone|téléphone
		|teléfono|número de teléfono|telefone|número de telefone|telefono|numero di telefono|telefoon|telefoonnummer|телефон|номер телефона|numer telefonu
		|電話|電話番号|电话|电话号码|電話號碼|전화|전화번호`,
	),
	address_1: list(
		`address 1|address line 1|addressline 1|street|street address|street 1|street line 1|address|line 1|addr 1|addr|postal address
		|address street|straße|straße und hausnummer|straße hausnummer|anschrift|adresse|adresse 1|adresse postale|rue|calle|dirección|domicilio|rua|endereço
		|morada|logradouro|indirizzo|via|straat|adres|улица|адрес|ulica|住所|街道|街道地址|地址|详细地址|주소|street name`,
	),
	address_2: list(
		`address 2|address line 2|addressline 2|line 2|addr 2|street 2|street line 2|apartment|apt|suite|apt suite|apartment suite
		|apartment number|apt number|suite number|address apartment|adresszusatz|adresse 2|complément d adresse|complemento|住所2|建物名`,
	),
	street_number: list(`street number|house number|hausnummer|huisnummer|número civico|номер дома`),
	city: list(
		`city|town|city town|town city|locality|stadt|ort|wohnort|ville|ciudad|cidade|città|stad|plaats|woonplaats|город|miasto|市区町村|城市|도시`,
	),
	state: list(
		`state province region|state province|state region|province|state|state code|state territory|state territory code|state or province|stateorprovince|province code|us state|address region|address 1 region|administrative district level 1|administrative area|country sub division code|country subdivision code|bundesland|bundesstaat|deelstaat|delstat|état|provincia|estado
		|provincie|область|województwo|都道府県|州|省份|시도`,
	),
	postal_code: list(
		`postal code|zip|zip code|postcode|post code|zip postal code|zip code postal code|postal zip code|zip postcode|zip postal|postal
		|plz|postleitzahl|code postal|código postal|cep|cap|почтовый индекс|индекс|kod pocztowy|郵便番号|邮编|邮政编码|우편번호`,
	),
	country: list(
		`country|country region|country or region|country name|country code|country region code|country iso|country iso code|country code v 2|land|staat|stato|państwo|pays
		|país|paese|nazione|страна|kraj|国|国名|国家|國家|국가`,
	),
};

/** The names of a phone that takes text messages, which are preferred to other phones. */
export const MOBILE_NAMES = list(
	`mobile|mobile phone|mobile number|mobile no|mobile phone number|mobile telephone|mobile telephone number|cell|cell phone|cellphone|cell number|cell phone number
	|phone mobile|phone cell|sms|handy|handynummer|mobil|mobilnummer|mobiltelefon|portable|téléphone portable|mobile téléphone|móvil|teléfono móvil|celular|teléfono celular
	|telemóvel|telefone celular|cellulare|mobiel|мобильный|мобильный телефон|telefon komórkowy|komórka|携帯|携帯電話|携帯番号|携帯電話番号|手机|手机号|手机号码|手機
	|휴대폰|휴대전화|휴대폰 번호|휴대폰번호|핸드폰`,
);

/** Words for a whole address, which beside the name of one of its parts say where that part belongs: "Address 1 - City". */
export const ADDRESS_WORDS = list(
	`address|address 1|addr|addr 1|postal address|adresse|adresse postale|anschrift|dirección|domicilio|endereço|morada|indirizzo|adres|адрес|住所
	|地址|주소`,
);

/** Names that are too short to mean anything beside other words: "Last Contact" is no last name. */
export const BARE_NAMES = list('first|last');

/** In some languages, the bare word for a name beside that for a first name means the last name. */
export const LAST_NAME_BESIDE: Record<string, string[]> = {
	vorname: ['name'],
	prenom: ['nom'],
	voornaam: ['naam', 'name'],
};

/** Names of a first name that mean the whole name where there is no last name. */
export const WHOLE_NAME_ALONE = list('名');

/** Words for the person who gets the gift. */
export const RECIPIENT_WORDS = list(
	`recipient|gift recipient|receipient|recepient|giftee|receiver|gift receiver|beneficiary|addressee|consignee|send to|send gift to|gift to
	|empfänger|empfängerin|empfänger in|beschenkte|beschenkter|beschenkten|destinataire|bénéficiaire|destinatario|destinataria|destinatário|beneficiario|beneficiário
	|ontvanger|geadresseerde|получатель|получателя|odbiorca|odbiorcy|受取人|受信者|受領者|お届け先|届け先|贈り先|送り先|宛先|收件人|收礼人|收货人|收貨人|接收人
	|받는사람|받는 사람|받는분|받는 분|수신자|수신인|수령인|수취인`,
);

/** Words for the one person of a record. Two of them in a record are two people. */
export const PERSON_WORDS = list(
	`customer|client|employee|person id|member|team member|staff member|board member|user|guest|attendee|invitee|participant|student|pupil
	|subscriber|lead|prospect|candidate|applicant|person|people|worker|staff|individual|patient|donor|volunteer|registrant|winner|nominee|honoree
	|awardee|new hire|hire|mitarbeiter|mitarbeiterin|mitarbeitende|kunde|kunden|kundin|teilnehmer|teilnehmerin|gast|employé|participant|cliente|empleado|funcionário|colaborador
	|invitado|convidado|participante|dipendente|medewerker|klant|deelnemer|сотрудник|сотрудника|клиент|клиента|гость|гостя|pracownik|pracownika|klient|klienta
	|顧客|お客様|社員|従業員|参加者|客户|员工|고객|직원|참석자`,
);

/** Kinds of one person's own data. A lower number is preferred; see `kindRank`. */
export const KIND_WORDS: Record<'work' | 'primary' | 'contact' | 'home' | 'plain' | 'preferred', string[]> = {
	work: list(
		`work|business|professional|office|corporate|beruflich|berufliche|geschäftlich|geschäftliche|dienstlich|dienstliche|professionnel|professionnelle|trabajo|trabalho
		|profesional|profissional|lavoro|zakelijk|zakelijke|служебный|рабочий|рабочая|仕事|勤務先|工作|업무`,
	),
	primary: list('primary|main|default|haupt|principal|principale|principal|основной|主要'),
	contact: list(
		'contact|contact person|kontakt|kontaktperson|ansprechpartner|contacto|contato|контакт|連絡先|联系人|联系|연락',
	),
	home: list(
		'home|personal|private|residential|residence|privat|private|perso|personnel|personnelle|particular|privé|личный|личная|自宅|個人|个人|개인',
	),
	plain: list(
		'official|legal|physical|full|complete|current|confirm|confirmation|permanent|landline|day|daytime|evening|direct|fixed|undefined',
	),
	preferred: list('preferred|chosen|known as|goes by'),
};

/** Words for an address that is not a person's only one. */
export const PLACE_WORDS: Record<'mailing' | 'shipping', string[]> = {
	mailing: list('mailing|correspondence|postanschrift|correspondance|correspondencia'),
	shipping: list(
		`shipping|delivery|ship to|shipto|ship|deliver to|deliver|gift delivery|liefer|lieferung|liefern an|versand|livraison|envío|envio|entrega|spedizione|consegna|bezorg|verzend|aflever
		|levering|verzending|доставка|доставки|dostawa|dostawy|wysyłki|配送|配送先|送付先|发货|收货|배송|배송지`,
	),
};

/** Words for an address to which invoices go: not its person, but the country it names counts. */
export const BILLING_WORDS = list(
	`billing|invoice|bill to|bill|sold to|rechnung|rechnungs|facturation|facturación|faturamento|faturação|cobrança|fatturazione|factuur|facturatie|счет|faktura|faktury|請求|請求先|账单|发票|청구`,
);

/** Words for other people and organisations, and for what is no longer or not first used. Their columns are never taken. */
export const OTHER_WORDS = list(
	`owner|ae|bdr|sdr|buddy|collaborator|follower|watcher|reporter|sales person|hr|human resources|procurement|finance|accounting|accounts payable|payroll|manager|line manager|supervisor|boss|reports to|reporting to|ea|hrbp|team lead|tech lead|assistant|secretary|sender|from|gifter|giver|gift giver|requester
	|requestor|requested|submitter|submitted|respondent|referrer|referer|referred|referral|reference|referee|introducer|creator|created|author|by|modifier|modified by
	|approver|reviewer|assigned|assigned to|assignee|agent|rep|representative|salesperson|sales|csm|success|broker|advisor|adviser|consultant|recruiter|recruiting|hiring
	|interviewer|coordinator|host|organizer|organiser|planner|admin|administrator|parent|mother|father|mom|mum|dad|guardian|spouse|husband|wife|partner
	|fiance|girlfriend|boyfriend|sibling|brother|sister|son|daughter|child|children|kid|plus one|plusone|companion|emergency|next of kin|kin|ice
	|payer|payee|payor|purchaser|buyer|purchasing|cardholder|card holder|card|account|acct|org|organization|organisation|company|employer|school|university
	|institution|department|division|team|group|workspace|tenant|vendor|supplier|brand|store|shop|merchant|seller|old|previous|former|prior|past
	|secondary|second|alternate|alternative|alt|backup|other|additional|recovery|fallback|cc|bcc|reply|reply to|support|noreply|executive|ceo|founder
	|nominator|sponsor|mentor|teacher|instructor|doctor|physician|provider|driver|carrier|courier|maiden
	|absender|absenderin|von|vorgesetzter|vorgesetzte|vorgesetzten|chef|chefin|besitzer|inhaber|assistent|assistentin|notfall|notfallkontakt|ehepartner|eltern|mutter
	|vater|ersteller|antragsteller|besteller|auftraggeber|käufer|verkäufer|lieferant|firma|firmen|unternehmen|organisation|alte|alter|frühere|zweite
	|expéditeur|expéditrice|responsable|gestionnaire|propriétaire|supérieur|demandeur|urgence|conjoint|acheteur|vendeur|parrain|créateur|entreprise|société|ancien|ancienne|secondaire
	|remitente|gerente|jefe|propietario|solicitante|emergencia|cónyuge|padre|madre|comprador|vendedor|creador|encargado|empresa|anterior|secundario
	|remetente|gestor|chefe|proprietário|emergência|cônjuge|pai|mãe|criador|antigo|secundário
	|mittente|responsabile|proprietario|capo|emergenza|coniuge|genitore|richiedente|azienda|vecchia|secondaria
	|afzender|leidinggevende|eigenaar|beheerder|noodgeval|nood|ouder|aanvrager|verkoper|bedrijf|oude|tweede
	|отправитель|отправителя|менеджер|менеджера|руководитель|руководителя|начальник|начальника|владелец|владельца|заказчик|заказчика|компания|компании|старый|старая
	|nadawca|nadawcy|menedżer|menedżera|kierownik|kierownika|przełożony|przełożonego|właściciel|właściciela|zamawiający|zamawiającego|firmy
	|差出人|送信者|送り主|依頼者|依頼主|申請者|注文者|ご注文者|担当者|担当|上司|管理者|所有者|紹介者|緊急|緊急連絡先|旧|以前|配偶者|保護者|主催者|部署|会社|会社名
	|发件人|發件人|发送人|寄件人|送礼人|经理|主管|负责人|拥有者|申请人|紧急|紧急联系人|配偶|父母|家长|公司
	|보내는사람|보내는 사람|보내는분|보내는 분|보낸사람|보낸 사람|발신자|발신인|관리자|매니저|상사|담당자|소유자|신청자|요청자|주문자|비상|비상 연락처|배우자|부모|회사`,
);

/** Words for what is no person, and for what is said about a value rather than the value. */
export const THING_WORDS = list(
	`territory|practice|clinic|hospital|church|club|branch|facility|league|chapter|district|model|version|vehicle|car|app|application|integration|pipeline|stage|medium|ad|audience|folder
	|board|task|issue|ticket|repository|server|conference|session|webinar|workshop|booking|appointment|meeting|call|contract|quote|policy|case|claim|report|dashboard|color|colour|theme|method|network
	|project|product|item|sku|file|filename|document|event|event type|scheduled event|scheduled|campaign|course|class|lesson|ticket|order|plan|deal|opportunity|list|segment|tag
	|domain|website|site|page|form|survey|template|workflow|database|table|sheet|tab|column|category|collection|channel|program|package|service|subscription
	|payment|currency|language|location|geo|timezone|device|browser|username|user name|user agent|login name|nickname|nick name|nick|middle|middle name
	|avatar|image|photo|picture|icon|role|job|title|position|industry|gift|voucher|coupon|promo|discount|room|venue|building|floor|seat|hotel|pet|dog|cat|bank|license|business name
	|trade name|city name code|kana|furigana|phonetic|pronunciation|商品|商品名|製品|製品名|品名|件名|店舗|店名|イベント|产品|项目|店铺|상품|제품|フリガナ|ふりがな|カナ|かな|よみがな|読み
	|utm|hs|ip|mac|web|wallet|url|uri|link|links|id|key|token|hash|uuid|type|status|format|source|count|total|score|date|time|updated|modified|changed|verified|verification
	|valid|validated|validation|confirmed|bounced|bounce|bouncing|reason|opt|optin|optout|out|in|unsubscribed|subscribed|consent|permission|preference|marketing|newsletter
	|local|deliverability|quality|opened|opens|clicked|clicks|sent|delivered|subject|message|text|html|content|notes|note|comment|birth|origin|citizenship|nationality
	|tax|rate|fee|area|length|initial|suffix|prefix|salutation|headers|query|params|versions|relations|history|metadata|stats|settings|activity|visit|contacted
	|seen|label|membership|avatar|line items|dietary|meal|shirt|size|allergies|extension|ext|fax`,
);

/** Objects in which systems keep the fields of a record. */
export const CONTAINER_WORDS = list(
	`property|properties|fields|field values|merge fields|data|attributes|body|json|record|payload|values|answers|profile|details|info|information|result|row|entry
	|object|traits|identifiers|custom attributes|custom fields|vars|variables|responses|submission|form response`,
);

/** Words that change nothing. */
export const FILLER_WORDS = list(
	`of|the|a|an|value|text only|your|you|what|is|please|enter|provide|optional|required|field|and|or|for|we|should|use|can|to|us|usa
	|de|du|des|la|le|les|l|d|del|della|di|el|los|da|do|dos|van|der|die|das|dem|den|het|ihr|ihre|deine|votre|su|seu|sua|の|ご|お|的|의`,
);

/** Keys of records that are files, products, events or companies, whose name is no person's. */
export const THING_KEYS = list(
	`mime type|file size|sku|barcode|product type|vendor|handle|start time|end time|num employees|number of employees|employee count|dealstage|deal stage|line items`,
);

/** Keys that such records have, too, and rows about people now and then. */
export const WEAK_THING_KEYS = list(
	'attendees|start|end|price|unit price|stock|inventory quantity|currency|duration|capacity',
);

/** Keys of records that are companies, and of rows about people now and then. */
export const COMPANY_KEYS = list('domain|company domain name');

/** Values of `type` or `object` of such records. */
export const THING_TYPES = list(
	`company|account|organization|organisation|business|deal|opportunity|product|item|file|folder|document|event|project|order|list|campaign|ticket|vendor|invoice`,
);

/** Words that only a company's name holds. */
export const COMPANY_SUFFIXES = list(
	`inc|llc|ltd|limited|corp|corporation|gmbh|kg|plc|llp|sarl|srl|spa|bv|nv|pty|company|foundation|university|holdings|ventures|株式会社|有限公司|주식회사`,
);

/** Systems that keep one person's email beside the container of the person's name. */
export const EMAIL_BESIDE_CONTAINER: Array<{ container: string; email: string; sign?: string }> = [
	{ container: 'merge_fields', email: 'email_address' },
	{ container: 'fields', email: 'email', sign: 'subscribed_at' },
	{ container: 'attributes', email: 'email', sign: 'emailBlacklisted' },
];

/** Parts by which a word such as "championemail" is known to hold a column under words that are not known. */
export const GLUED_NAMES: Record<string, string[]> = {
	email: ['email'],
	firstname: ['first', 'name'],
	lastname: ['last', 'name'],
	fullname: ['full', 'name'],
};
