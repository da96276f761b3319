const urlForm = /^(?<scheme>postgres(?:ql)?:\/\/)(?<authority>[^/?#]*)(?<path>\/[^?#]*)?(?:\?(?<query>[^#]*))?$/s;
const attributesAllowed = ['read-write', 'primary'];

/**
 * The servers that a PostgreSQL URL names, as a URL each, in their order. As in libpq several hosts are separated by commas, in the
 * place of the host or in the parameter `host`, with one port for all or one for each. `target_session_attrs` may be `read-write` or
 * `primary`; without it, and with several hosts, it is `read-write` too.
 * @throws ServersUnclear
 */
export function serverUrls(connectionString: string): string[] {
  const { scheme = '', authority = '', path = '', query = '' } = urlForm.exec(connectionString)?.groups ?? {};
  const parameters = new Map(query.split('&').filter(Boolean).map(parameterOf));
  const attributes = parameters.get('target_session_attrs');
  if (attributes !== undefined && !attributesAllowed.includes(attributes)) {
    throw new ServersUnclear(`target_session_attrs is ${attributes}; it must be read-write`);
  }
  const at = authority.lastIndexOf('@');
  const [userInfo, places] = [authority.slice(0, at + 1), authority.slice(at + 1).split(',')];
  const hosts = parameters.get('host')?.split(',') ?? [];
  if (Math.max(hosts.length, places.length) === 1) return [connectionString];
  if (hosts.length <= 1) return places.map((place) => `${scheme}${userInfo}${place}${path}${rest(query)}`);
  const ports = parameters.get('port')?.split(',') ?? ['5432'];
  if (ports.length !== 1 && ports.length !== hosts.length) {
    throw new ServersUnclear(
      `${hosts.length} hosts have ${ports.length} ports; name one port for all, or one for each`,
    );
  }
  return hosts.map((host, index) => {
    const port = ports[index] ?? ports[0] ?? '';
    const own = `host=${encodeURIComponent(host)}&port=${encodeURIComponent(port)}`;
    return `${scheme}${userInfo}${path}${rest(query, own)}`;
  });
}

function parameterOf(text: string): [name: string, value: string] {
  const [name = '', value = ''] = text.split(/=(.*)/s);
  return [name, decodeURIComponent(value)];
}

/** The query for one server. */
function rest(query: string, own = ''): string {
  const ofAll = own === '' ? ['target_session_attrs'] : ['target_session_attrs', 'host', 'port'];
  const kept = query.split('&').filter((part) => part !== '' && !ofAll.includes(part.split('=', 1)[0] ?? ''));
  const all = own === '' ? kept : [own, ...kept];
  return all.length === 0 ? '' : `?${all.join('&')}`;
}

/** A URL with several hosts that cannot be understood. The message has no password. */
export class ServersUnclear extends Error {
  override readonly name = 'ServersUnclear';
}
