/*
 * Words by which contact details are known, of all four languages together, folded (without accents). Lists that are
 * long are written as one text.
 */
const list = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/))
const either = (words: string): string => words.trim().split(/\s+/).join('|')

/** Ends of domains that are no words of the four languages. */
export const plainEndings = either('com org biz fr ru ly gl gg xyz dev ch co uk ie pt nl pl icu ws cc ee')
/** Ends of domains that are words as well, and so may follow a full stop without a space. */
export const wordEndings = either(
  'it es de io me net info eu tv app link site online top club shop live ai page blog store space vip chat date love cloud us be at fun',
)
/** Of these, what a sentence may end with. */
export const closingWords = list('top live online date love fun us at be de vip chat cloud space store shop')

/** Networks and messengers. */
export const networks = either(
  'instagram insta instagramm ig sc telegram telegramm tele?gram tlgm tg whats?[au]pp? what?s?app wh?ats?ap watt?s?app wassap wasap guasap whatsap wapp wp wa snapchat snap tik\\W?tok facebook face?book fb messenger skype viber discord twitter onlyfans only\\W?fans wechat kik linkedin threads vk signal youtube twitch',
)

/** Mail services, which are enough after a sign that stands for "at". */
export const mailServices = either(
  'gmail g\\W?mail googlemail hotmail outlook yahoo icloud libero virgilio tiscali alice proton protonmail gmx laposte wanadoo orange free sfr live msn aol ymail inwind fastweb telefonica terra btinternet sky',
)

/** Said for the sign @, and for a dot, where nothing else is meant. */
export const saidAt = either('chiocciol(?:in)?a arrobas? arobas[e]?')
export const saidDot = either('punto dot point pto pnt punt')

/** Frequent words, none of which is the name of an account or of a domain. */
export const frequent = list(
  `
a ad ai al alla allora altro anche ancora ando anni app appena assai avevo bacio baci bella bello bene beh boh bravo brava buona buono buongiorno buonanotte buonasera
caro cara casa certo che chi chiama ci ciao cioe come cosa cosi cuore da dai dal davvero de dei del della detto di dici dico dimmi dire dopo domani dove e ecco eh era ero
esatto fa faccio fai fatto forse foto fra giusto gia giorno grazie gruppo ho hai ha idem ieri il in infatti insieme io la lavoro le lei li lo loro lui ma magari mai male mamma me mi mia mio momento molto
nel nessuno niente no noi non nome nulla o oddio oggi ok okay ora ovvio pace parte peccato per perche pero piace piacere piu poco poi pronto puo pure qua quando quello questo qui ragione
sai sera serata sempre se sei senti si sicuro sono sto su subito super sul sulla tanto te ti tra troppo tu tua tuo tutti tutto un una uno va vado vai vabbe vero vi vita voi vorrei
aca ahi ahora adios ahi algo alli amigo amiga amigos antes aqui asi aunque aun ayer bien bonito bonita bueno buena buenas buenos cada casi claro con creo cuando dale dias despues dia donde el ella ellos en encantado encantada eres es ese eso esta estas este esto estoy
fotos gracias gusta guapa guapo hablar hablamos hace hasta hola hombre hoy igual jaja jajaja los luego mas manana mejor menos mismo mucho mujer muy nada nadie ni nos nosotros noche noches nunca otra otro para pero poco por porque primera puedo que quien quiero
siempre siento sin soy sobre su sus tambien tarde tengo tiene tienes tiempo todo todos trabajo tus usted vale vamos venga ver verdad vez vida vivo voy ya yo
accord ai apres as au aussi avec avoir beau beaucoup belle bien bientot bisous bon bonjour bonne bonsoir ca ce cest cela cette chez chose comme content contente coucou daccord dans demain dernier des desole donc du elle en enfin ensuite entre est et etait ete etre eux
facile fait faut genial hier ici il ils impossible ja jai jamais je jour jours leur lui ma maintenant mais merci mes moi mon nous non notre on ou oui par parfait pas peu peut photo photos plus pour pourquoi pourquoi puis quand que quel quelle qui quoi rien
sa sais sans ses si son soir soiree sont sous suis super sur sympa ta tant te temps tes toi ton top toujours tous tout toute toutes tres tu un une va vais vas voila votre vous vrai vraiment voir
about after again all also am an and any are as back bad be beautiful been before best better but by bye can cheers come cool course day days did do done dont easy else enough even ever everyone everything exactly fine for from fun funny
get glad go going good goodnight got great guess had haha happy hello here hey hi him his home how i if im in indeed interesting is it its just know late later laugh life like likewise lol long lot love lovely many maybe me mine more morning much my
name need never next nice night nope not nothing now of off oh on one only or other our out over people perfect photo photos picture place please pretty really right sad same see she site so some soon sorry still stuff sure sweet
boring brilliant broken comfortable convenient free handy necessary quick secure slow useful useless
comodo comoda comodissimo ottimo ottima utile inutile gratis gratuito lento veloce noioso noiosa pratico pratica perfetto perfetta scaricato cancellato odio preferisco uso
comodisimo comoda util inutil rapido aburrido aburrida practico perfecto perfecta necesario lento prefiero odio borrado uso
pratique inutile gratuit gratuite lent rapide ennuyeux parfaite necessaire prefere deteste utilise supprime
talk thanks that the them then there they thing things think this though time to today together tomorrow too tonight true try two up us very wait was way we well went were what when where who why will with wonderful wow yeah year years yep yes yet you your yours
`.trim(),
)

/** Words for numbers with the digits that they stand for and their value, as regular expressions of folded text. */
const numbers: readonly (readonly [value: number, words: string])[] = [
  [0, 'zero cero oh'],
  [1, 'uno one un'],
  [2, 'due dos deux two'],
  [3, 'tre tres trois three'],
  [4, 'quattro cuatro quatre four'],
  [5, 'cinque cinco cinq five'],
  [6, 'sei seis six'],
  [7, 'sette siete sept seven'],
  [8, 'otto ocho huit eight'],
  [9, 'nove nueve neuf nine'],
  [10, 'dieci diez dix ten'],
  [11, 'undici once onze eleven'],
  [12, 'dodici doce douze twelve'],
  [13, 'tredici trece treize thirteen'],
  [14, 'quattordici catorce quatorze fourteen'],
  [15, 'quindici quince quinze fifteen'],
  [16, 'sedici dieciseis seize sixteen'],
  [17, 'diciassette diecisiete dix-sept seventeen'],
  [18, 'diciotto dieciocho dix-huit eighteen'],
  [19, 'diciannove diecinueve dix-neuf nineteen'],
  [20, 'venti veinte vingt twenty'],
  [30, 'trenta treinta trente thirty'],
  [40, 'quaranta cuarenta quarante forty fourty'],
  [50, 'cinquanta cincuenta cinquante fifty'],
  [60, 'sessanta sesenta soixante sixty'],
  [70, 'settanta setenta septante seventy'],
  [80, 'ottanta ochenta quatre-vingts? eighty'],
  [90, 'novanta noventa nonante ninety'],
  [100, 'cento cien ciento cent hundred'],
  [200, 'duecento doscientos'],
  [300, 'trecento trescientos'],
  [400, 'quattrocento cuatrocientos'],
  [500, 'cinquecento quinientos'],
  [600, 'seicento seiscientos'],
  [700, 'settecento setecientos'],
  [800, 'ottocento ochocientos'],
  [900, 'novecento novecientos'],
]
/** Italian and Spanish write these as one word: trentaquattro, veinticuatro. */
const joined = [
  ['vent', 20],
  ['trent', 30],
  ['quarant', 40],
  ['cinquant', 50],
  ['sessant', 60],
  ['settant', 70],
  ['ottant', 80],
  ['novant', 90],
] as const
const unitsOf = (value: number): readonly string[] => (numbers[value]?.[1] ?? '').split(' ')

export const numberValues: ReadonlyMap<string, number> = new Map([
  ...numbers.flatMap(([value, words]) =>
    words
      .replace('vingts?', 'vingt quatre-vingts')
      .split(' ')
      .map((word) => [word, value] as const),
  ),
  ...joined.flatMap(([stem, tens]) =>
    [1, 2, 3, 4, 5, 6, 7, 8, 9].map((unit) => {
      const word = unitsOf(unit)[0] ?? ''
      const vowel = unit === 1 || unit === 8 ? '' : tens === 20 ? 'i' : 'a'
      return [stem + vowel + word, tens + unit] as const
    }),
  ),
  ...[1, 2, 3, 4, 5, 6, 7, 8, 9].map((unit) => [`veinti${unitsOf(unit)[unit === 1 ? 0 : 1]}`, 20 + unit] as const),
])
/** Longer words first, so that "sette" is not read as "set". */
export const numberWords = [...numberValues.keys()].toSorted((one, other) => other.length - one.length).join('|')
