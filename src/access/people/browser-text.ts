/** What a browser calls itself, in a few words: Firefox on Windows. */
export function browserText(userAgent: string | null): string {
  if (userAgent === null || userAgent === '') return 'Unknown browser';
  const browser = firstNamed(userAgent, browsers);
  const system = firstNamed(userAgent, systems);
  if (browser === null) return system === null ? 'Another program' : `A browser on ${system}`;
  return system === null ? browser : `${browser} on ${system}`;
}

type Names = readonly (readonly [RegExp, string])[];

/** The order matters: many name the browsers that they descend from, too. */
const browsers: Names = [
  [/Edg\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];

const systems: Names = [
  [/Android/, 'Android'],
  [/iPhone|iPad/, 'iOS'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/Linux|X11/, 'Linux'],
];

function firstNamed(text: string, names: Names): string | null {
  return names.find(([form]) => form.test(text))?.[1] ?? null;
}
