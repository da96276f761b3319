import { isIP } from 'node:net';
import { resolve } from 'node:path';
import ipaddr from 'ipaddr.js';
import { serverUrls } from '../postgres/server-urls.ts';
import { type EncryptionKey, readEncryptionKey } from '../secrets/sealer.ts';
import { linePattern } from '../text-line.ts';

/** A kind of value that a setting can have: how its text is read, and a phrase that says which texts are allowed. */
export interface Kind<T> {
  /** Completes the sentence "it must be …". */
  readonly allowed: string;
  /** The value, or undefined when the text is not allowed. */
  read(text: string): T | undefined;
  /** How the text may be shown to a person; as it is when absent. */
  show?(text: string): string;
}

const unitMs: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** A duration such as `250ms`, `5s` or `7d`, in milliseconds; the bounds are written the same way. */
export function duration(least: string, most: string): Kind<number> {
  const [leastMs, mostMs] = [readDuration(least), readDuration(most)];
  if (leastMs === undefined || mostMs === undefined) throw new Error(`${least} and ${most} should be durations`);
  return {
    allowed: `a whole number followed by ms, s, m, h or d, from ${least} to ${most}`,
    read(text) {
      const valueMs = readDuration(text);
      return valueMs !== undefined && valueMs >= leastMs && valueMs <= mostMs ? valueMs : undefined;
    },
  };
}

/** The milliseconds of a text such as `250ms`, `5s`, `10m`, `24h` or `7d`; undefined when it is none. */
export function readDuration(text: string): number | undefined {
  const match = /^(\d{1,12})(ms|s|m|h|d)$/.exec(text);
  const factor = unitMs[match?.[2] ?? ''];
  return match?.[1] === undefined || factor === undefined ? undefined : Number(match[1]) * factor;
}

/** Durations separated by commas, in milliseconds: at least `countMin` of them and at most `countMax`. */
export function durations(least: string, most: string, countMax: number, countMin = 1): Kind<readonly number[]> {
  const one = duration(least, most);
  const count = countMin === countMax ? `exactly ${countMax}` : `${countMin} to ${countMax}`;
  return {
    allowed: `${count} durations separated by commas, each ${one.allowed}`,
    read: (text) => {
      const list = readList(text, countMax, one.read);
      return list === undefined || list.length < countMin ? undefined : list;
    },
  };
}

/** A whole number from 1 to `most`. */
export function count(most: number): Kind<number> {
  return {
    allowed: `a whole number from 1 to ${most}`,
    read: (text) => (/^[1-9]\d{0,8}$/.test(text) && Number(text) <= most ? Number(text) : undefined),
  };
}

/** A TCP port. */
export const port: Kind<number> = {
  allowed: 'a port from 0 to 65535, where 0 takes any free one',
  read: (text) => (/^\d{1,5}$/.test(text) && Number(text) <= 65_535 ? Number(text) : undefined),
};

/** An address or name that a server can listen on. */
export const host: Kind<string> = {
  allowed: 'an IP address or a host name',
  read: (text) => (isIP(text) !== 0 || /^[A-Za-z0-9]([A-Za-z0-9.-]{0,252})$/.test(text) ? text : undefined),
};

/** IP addresses and networks in CIDR form, separated by commas. */
export const networks: Kind<readonly string[]> = {
  allowed: 'IP addresses or networks such as 10.0.0.0/8, separated by commas',
  read: (text) => readList(text, 100, (part) => (isNetwork(part) ? part : undefined)),
};

/** The same, or the word none for an empty list. */
export const networksOrNone: Kind<readonly string[]> = {
  allowed: `${networks.allowed}, or none`,
  read: (text) => (text === 'none' ? [] : networks.read(text)),
};

/** Whether a text is an IP address or a network in CIDR form. */
export function isNetwork(text: string): boolean {
  return text.includes('/') ? ipaddr.isValidCIDR(text) : isIP(text) !== 0;
}

/** A share between 0 and 1, written in percent. */
export const percentage: Kind<number> = {
  allowed: 'a percentage from 0% to 100%, such as 1%',
  read(text) {
    const match = /^(\d{1,3}(?:\.\d{1,3})?)%$/.exec(text);
    const percent = Number(match?.[1]);
    return percent <= 100 ? percent / 100 : undefined;
  },
};

/** One of a few words. */
export function oneOf<const Word extends string>(...words: readonly Word[]): Kind<Word> {
  return { allowed: `one of ${words.join(', ')}`, read: (text) => words.find((word) => word === text) };
}

/** A switch. */
export const onOrOff: Kind<boolean> = {
  allowed: 'on or off',
  read: (text) => (text === 'on' ? true : text === 'off' ? false : undefined),
};

/** Keys for AES-256-GCM with their ids. Never shown. */
export const encryptionKeys: Kind<readonly EncryptionKey[]> = {
  allowed: 'keys such as k1:<base64 of 32 bytes>, separated by commas, each id once',
  read(text) {
    const keys = readList(text, 20, readEncryptionKey);
    return keys !== undefined && new Set(keys.map(({ id }) => id)).size === keys.length ? keys : undefined;
  },
  show: () => '…',
};

/** A folder, made absolute. */
export const folder: Kind<string> = {
  allowed: 'the path of a folder',
  read: (text) => (text.includes('\0') ? undefined : resolve(text)),
};

/** A file, made absolute. */
export const file: Kind<string> = {
  allowed: 'the path of a file',
  read: (text) => (text.includes('\0') || text.endsWith('/') ? undefined : resolve(text)),
};

/** Where something is sent: URLs and e-mail addresses, separated by commas, or none. */
export const receiversOrNone: Kind<readonly string[]> = {
  allowed: 'URLs that begin with http:// or https://, or e-mail addresses, separated by commas, or none',
  read: (text) =>
    text === 'none'
      ? []
      : readList(text, 20, (part) => (/^[^\s<>@,;"/]+@[^\s<>@,;"/]+$/.test(part) ? part : httpUrl.read(part))),
};

/** Whether an address of `receiversOrNone` is one for mails. */
export function isEmail(address: string): boolean {
  return !/^https?:/i.test(address);
}

/** The part of a header's name that is ours to choose. */
export const brand: Kind<string> = {
  allowed: '1 to 40 letters, digits and hyphens, beginning with a letter',
  read: (text) => (/^[A-Za-z][A-Za-z0-9-]{0,39}$/.test(text) ? text : undefined),
};

export const uuid: Kind<string> = {
  allowed: 'a UUID such as 0195e8a4-3f1c-4c55-9f0e-2f6f3f6f9f10',
  read: (text) =>
    /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(text) ? text.toLowerCase() : undefined,
};

/** The base address of another service. */
export const httpUrl: Kind<string> = {
  allowed: 'a URL that begins with http:// or https://',
  read: (text) => (/^https?:$/.test(URL.parse(text)?.protocol ?? '') ? text : undefined),
};

/** A mail server with its credentials, such as smtps://user:password@mail.example.ug. Never shown: it holds a password. */
export const smtpUrl: Kind<string> = {
  allowed: 'a URL that begins with smtp:// or smtps:// and names a host',
  read(text) {
    const url = URL.parse(text);
    return url !== null && /^smtps?:$/.test(url.protocol) && url.hostname !== '' ? text : undefined;
  },
  show: () => '…',
};

/** A name or an address, of people or places. */
export function textLine(lengthMax: number): Kind<string> {
  return {
    allowed: `1 to ${lengthMax} characters on one line`,
    read: (text) => (text.length <= lengthMax && new RegExp(linePattern).test(text) ? text.trim() : undefined),
  };
}

/** A taxpayer identification number (TIN) of the Uganda Revenue Authority. */
export const taxNumber: Kind<string> = {
  allowed: 'ten digits, as the Uganda Revenue Authority issues them',
  read: (text) => (/^\d{10}$/.test(text) ? text : undefined),
};

/** Who a mail is from. */
export const mailSender: Kind<string> = {
  allowed: 'an address such as payments@example.ug, or Example <payments@example.ug>',
  read: (text) =>
    /^[^\s<>@,;"]+@[^\s<>@,;"]+$/.test(text) || /^[^\r\n<>@,;"]{1,100} <[^\s<>@,;"]+@[^\s<>@,;"]+>$/.test(text)
      ? text
      : undefined,
};

/**
 * The address that an operator's paths are added to, without its last slash. Our credentials travel to it, so plain http
 * reaches no further than this machine.
 */
export const operatorUrl: Kind<string> = {
  allowed: 'a URL that begins with https://, or with http:// for this machine, without query or credentials',
  read(text) {
    const url = readBaseUrl(text);
    if (url === undefined) return undefined;
    return url.startsWith('https:') || isLoopback(url) ? url : undefined;
  },
  show: () => '…',
};

/** Where the outside world reaches this service, without its last slash. */
export const publicUrl: Kind<string> = {
  allowed: 'a URL that begins with http:// or https://, without query or credentials',
  read: readBaseUrl,
};

/** Whether a URL names this machine. */
export function isLoopback(url: string): boolean {
  const name = new URL(url).hostname;
  return name === 'localhost' || name === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(name);
}

function readBaseUrl(text: string): string | undefined {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol)) return undefined;
  if (url.username !== '' || url.password !== '' || /[?#]/.test(text)) return undefined;
  return url.href.replace(/\/+$/, '');
}

/** A token that a caller must present. Never shown. */
export const accessToken: Kind<string> = {
  allowed: '16 to 500 printable characters without spaces',
  read: (text) => (/^[\x21-\x7e]{16,500}$/.test(text) ? text : undefined),
  show: () => '…',
};

/** Origins of web pages as browsers send them: scheme, host and port, without a path. */
export const originsOrNone: Kind<readonly string[]> = {
  allowed:
    'up to 100 origins such as https://shop.example.ug, separated by commas, without path and without *, or none',
  read: (text) => (text === 'none' ? [] : readList(text, 100, readOrigin)),
};

function readOrigin(text: string): string | undefined {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol) || text.includes('*')) return undefined;
  return text.toLowerCase() === url.origin ? url.origin : undefined;
}

/** A secret, or a name that could be mistaken for one. Never shown. */
export const secret: Kind<string> = {
  allowed: '1 to 500 printable characters without spaces',
  read: (text) => (/^[\x21-\x7e]{1,500}$/.test(text) ? text : undefined),
  show: () => '…',
};

/** What stands in front of an operator's paths, without its last slash. */
export const pathPrefix: Kind<string> = {
  allowed: 'a path such as /simulate',
  read: (text) => (/^(?:\/[A-Za-z0-9._~-]{1,40}){1,5}\/?$/.test(text) ? text.replace(/\/$/, '') : undefined),
};

/** A word that goes into a header as it is. */
export const word: Kind<string> = {
  allowed: '1 to 40 letters, digits, hyphens and underscores',
  read: (text) => (/^[A-Za-z0-9_-]{1,40}$/.test(text) ? text : undefined),
};

/** A currency's three letters. */
export const currency: Kind<string> = {
  allowed: 'three capital letters, such as UGX',
  read: (text) => (/^[A-Z]{3}$/.test(text) ? text : undefined),
};

/** A PostgreSQL connection URL. Its password is never shown, also where it holds an unescaped @ or the URL is wrong. */
export const postgresUrl: Kind<string> = {
  allowed:
    'a URL such as postgresql://user:password@host:5432/database, with several hosts as libpq reads them, for writing',
  read: (text) => (/^postgres(?:ql)?:\/\//.test(text) && namesServers(text) ? text : undefined),
  show: (text) => text.replace(/:(?!\/\/).*@/s, ':…@').replace(/(password=)[^&\s]*/i, '$1…'),
};

function namesServers(url: string): boolean {
  try {
    return serverUrls(url).length > 0;
  } catch {
    return false;
  }
}

function readList<T>(text: string, countMax: number, read: (part: string) => T | undefined): T[] | undefined {
  const parts = text.split(',').map((part) => part.trim());
  if (parts.length > countMax) return undefined;
  const values: T[] = [];
  for (const part of parts) {
    const value = read(part);
    if (value === undefined) return undefined;
    values.push(value);
  }
  return values;
}
