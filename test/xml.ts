/** An element of an XML document, for tests. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlElement[];
  /** Its text without that of its children. */
  readonly content: string;
  /** Every element of a name below it, in the order of the document. */
  all(name: string): XmlElement[];
  /** The text of the first element at a path of names below it, such as `Tp/Cd`; empty where there is none. */
  text(path: string): string;
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", '#13': '\r' };

/** Parses XML without comments, CDATA sections and processing instructions other than its first line. @throws when it is not well-formed. */
export function parseXml(text: string): XmlElement {
  const tokens = text
    .replace(/^<\?xml [^>]*\?>\s*/, '')
    .trimEnd()
    .matchAll(/<(\/?)([A-Za-z][\w.:-]*)((?:\s+[\w:]+="[^"<]*")*)\s*(\/?)>|([^<]+)|(<)/g);
  const open: { name: string; attributes: Record<string, string>; children: XmlElement[]; content: string }[] = [];
  let root: XmlElement | null = null;
  for (const [, closing, name = '', attributes = '', empty, content, stray] of tokens) {
    if (stray !== undefined || root !== null) throw new Error('the XML is not well-formed');
    if (content !== undefined) {
      const parent = open.at(-1);
      if (parent === undefined) throw new Error('text outside of the document');
      parent.content += decoded(content);
      continue;
    }
    if (closing !== '/') {
      const pairs = [...attributes.matchAll(/([\w:]+)="([^"]*)"/g)].map(([, key = '', value = '']) => [
        key,
        decoded(value),
      ]);
      open.push({ name, attributes: Object.fromEntries(pairs), children: [], content: '' });
    }
    if (closing !== '/' && empty !== '/') continue;
    const ended = open.pop();
    if (ended?.name !== name) throw new Error(`</${name}> ends another element`);
    const element = elementOf(ended);
    const parent = open.at(-1);
    if (parent === undefined) root = element;
    else parent.children.push(element);
  }
  if (root === null) throw new Error('the document does not end');
  return root;
}

function elementOf(parts: Pick<XmlElement, 'name' | 'attributes' | 'children' | 'content'>): XmlElement {
  return {
    ...parts,
    all: (name) => parts.children.flatMap((child) => [...(child.name === name ? [child] : []), ...child.all(name)]),
    text: (path) => {
      const [first = '', ...rest] = path.split('/');
      const child = parts.children.find(({ name }) => name === first);
      return rest.length === 0 ? (child?.content ?? '') : (child?.text(rest.join('/')) ?? '');
    },
  };
}

function decoded(text: string): string {
  return text.replace(/&([^;]*);?/g, (all, name: string) => {
    const character = entities[name];
    if (character === undefined) throw new Error(`${all} is no entity`);
    return character;
  });
}
