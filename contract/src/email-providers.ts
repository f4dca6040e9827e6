/** Where many people have their mailbox, by country: what a mistyped domain may have meant. */
export const emailProviders = {
  everywhere:
    'gmail.com googlemail.com outlook.com hotmail.com live.com msn.com yahoo.com ymail.com rocketmail.com icloud.com me.com mac.com ' +
    'aol.com proton.me protonmail.com gmx.com gmx.net gmx.de web.de mail.com fastmail.com zoho.com tutanota.com yandex.com mail.ru',
  IT:
    'libero.it virgilio.it tiscali.it alice.it tin.it tim.it iol.it inwind.it email.it fastwebnet.it poste.it aruba.it pec.it ' +
    'legalmail.it vodafone.it hotmail.it yahoo.it outlook.it live.it',
  ES: 'hotmail.es yahoo.es outlook.es telefonica.net movistar.es ono.com terra.es orange.es',
  FR:
    'orange.fr wanadoo.fr free.fr sfr.fr laposte.net neuf.fr numericable.fr bbox.fr aliceadsl.fr cegetel.net club-internet.fr ' +
    'hotmail.fr yahoo.fr outlook.fr live.fr gmx.fr',
  GB:
    'hotmail.co.uk yahoo.co.uk live.co.uk btinternet.com virginmedia.com talktalk.net sky.com ntlworld.com blueyonder.co.uk ' +
    'tiscali.co.uk aol.co.uk',
  IE: 'eircom.net yahoo.ie outlook.ie',
} as const

/** Providers with a mailbox under the endings of many countries: an ending that exists is left alone. */
export const inManyCountries: ReadonlySet<string> = new Set(
  'outlook hotmail live msn yahoo aol gmx yandex zoho tiscali vodafone orange alice free terra mail email web'.split(
    ' ',
  ),
)

/** Providers with the one ending: any other is a mistake. */
export const withOneEnding: ReadonlySet<string> = new Set(['gmail', 'icloud', 'eircom', 'btinternet'])

/** Mistakes that are no single slip of the fingers, and common all the same. */
export const commonMistakes: Readonly<Record<string, string>> = { 'icould.com': 'icloud.com' }

/**
 * Names that are ordinary words, or one letter from one. Next to them are domains of others, so that only their endings
 * are looked at.
 */
export const ordinaryWords: ReadonlySet<string> = new Set('orange alice email poste terra aruba'.split(' '))

/** Domains of others that look like a mistake. */
export const lookAlikes: ReadonlySet<string> = new Set(
  (
    'mail email ymail fmail hmail tmail cloud incloud libro libera liberi liber libre wahoo photon proto protons telefonia fastmall ' +
    'hotmails gmails virgili virgilia outlooks looks'
  ).split(' '),
)

/** Endings of countries, and the usual ones of no country. */
export const endings: ReadonlySet<string> = new Set(
  (
    'ac ad ae af ag ai al am ao aq ar as at au aw ax az ba bb bd be bf bg bh bi bj bm bn bo br bs bt bw by bz ca cc cd cf cg ch ci ck ' +
    'cl cm cn co cr cu cv cw cx cy cz de dj dk dm do dz ec ee eg er es et eu fi fj fk fm fo fr ga gd ge gf gg gh gi gl gm gn gp gq gr ' +
    'gs gt gu gw gy hk hm hn hr ht hu id ie il im in io iq ir is it je jm jo jp ke kg kh ki km kn kp kr kw ky kz la lb lc li lk lr ls ' +
    'lt lu lv ly ma mc md me mg mh mk ml mm mn mo mp mq mr ms mt mu mv mw mx my mz na nc ne nf ng ni nl no np nr nu nz om pa pe pf pg ' +
    'ph pk pl pm pn pr ps pt pw py qa re ro rs ru rw sa sb sc sd se sg sh si sk sl sm sn so sr ss st su sv sx sy sz tc td tf tg th tj ' +
    'tk tl tm tn to tr tt tv tw tz ua ug uk us uy uz va vc ve vg vi vn vu wf ws ye yt za zm zw ' +
    'com net org info biz name pro edu gov mil int app dev cat gal eus online site cloud email mail co.uk com.au com.br com.mx com.ar ' +
    'com.tr com.co co.jp co.in co.nz co.za co.kr co.id com.sg com.hk com.tw com.ph com.my com.vn com.pe com.ve com.es org.uk me.uk'
  ).split(' '),
)
