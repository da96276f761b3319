import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core';

/** The one accent: a deep teal-green. White on the seventh shade and up has a contrast above 4.5. */
const nsimbi: MantineColorsTuple = [
  '#edf8f5',
  '#d5eee7',
  '#abdccf',
  '#7bc8b4',
  '#4fb39b',
  '#1f9a7e',
  '#117a64',
  '#0b6b57',
  '#085847',
  '#064438',
];

/** Greys whose sixth shade is still read easily on white: it is the colour of quiet text. */
const gray: MantineColorsTuple = [
  '#f7f8f9',
  '#f0f2f4',
  '#e5e8ec',
  '#d5dae0',
  '#b4bcc6',
  '#7a8491',
  '#5a6472',
  '#414a56',
  '#2b323b',
  '#1a1f26',
];

/** Near-black surfaces: 7 the page, 6 what lies on it, 4 hairlines, 2 quiet text. */
const dark: MantineColorsTuple = [
  '#e4e7eb',
  '#c5cad1',
  '#9aa2ad',
  '#6d7682',
  '#2a3037',
  '#21262c',
  '#181b20',
  '#101215',
  '#0c0e10',
  '#08090a',
];

export const theme = createTheme({
  colors: { nsimbi, gray, dark },
  primaryColor: 'nsimbi',
  primaryShade: { light: 7, dark: 6 },
  black: '#1a1f26',
  fontFamily:
    'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", "Liberation Sans", Arial, sans-serif',
  fontFamilyMonospace:
    'ui-monospace, SFMono-Regular, "SF Mono", Menlo, Consolas, "Liberation Mono", "DejaVu Sans Mono", monospace',
  fontSizes: { xs: '12px', sm: '14px', md: '14px', lg: '16px', xl: '20px' },
  lineHeights: { xs: '1.4', sm: '1.45', md: '1.5', lg: '1.5', xl: '1.4' },
  headings: {
    fontWeight: '650',
    sizes: {
      h1: { fontSize: '24px', lineHeight: '1.3' },
      h2: { fontSize: '18px', lineHeight: '1.35' },
      h3: { fontSize: '15px', lineHeight: '1.4' },
      h4: { fontSize: '14px', lineHeight: '1.4' },
    },
  },
  radius: { xs: '4px', sm: '6px', md: '8px', lg: '12px', xl: '16px' },
  defaultRadius: 'sm',
  cursorType: 'pointer',
  respectReducedMotion: true,
  shadows: {
    xs: '0 1px 2px rgb(16 24 32 / 6%)',
    sm: '0 1px 3px rgb(16 24 32 / 10%)',
    md: '0 4px 12px rgb(16 24 32 / 10%)',
    lg: '0 8px 24px rgb(16 24 32 / 12%)',
    xl: '0 16px 40px rgb(16 24 32 / 16%)',
  },
  components: {
    Paper: { defaultProps: { withBorder: true, radius: 'md' } },
    Card: { defaultProps: { withBorder: true, radius: 'md', padding: 'lg' } },
    Modal: { defaultProps: { centered: true, radius: 'md', overlayProps: { backgroundOpacity: 0.4 } } },
    Alert: { defaultProps: { radius: 'md', variant: 'light' } },
    Badge: { defaultProps: { variant: 'light', radius: 'sm', tt: 'none', fw: 500 } },
    Tooltip: { defaultProps: { openDelay: 300 } },
    Notification: { defaultProps: { closeButtonProps: { 'aria-label': 'Close' } } },
    Menu: { defaultProps: { shadow: 'md', radius: 'md' } },
    InputWrapper: { defaultProps: { labelProps: { mb: 4 } } },
  },
});

/** Tinted surfaces of alerts, light buttons and badges: quieter than Mantine's own, the more so in the dark. */
function tints(colors: Readonly<Record<string, readonly [surface: string, text: string]>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(colors).flatMap(([name, [surface, text]]) => [
      [`--mantine-color-${name}-light`, surface],
      [`--mantine-color-${name}-light-hover`, `color-mix(in srgb, ${surface}, ${text} 8%)`],
      [`--mantine-color-${name}-light-color`, text],
    ]),
  );
}

/** What Mantine has no variable for, and where its own choice is not calm enough. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--nsimbi-border': 'var(--mantine-color-gray-2)',
    '--nsimbi-sunken': 'var(--mantine-color-gray-0)',
    '--nsimbi-hover': 'var(--mantine-color-gray-1)',
    '--nsimbi-accent-text': 'var(--mantine-color-nsimbi-7)',
    '--nsimbi-test': '#c2410c',
    '--nsimbi-test-soft': '#fff1e6',
    '--nsimbi-test-text': '#9a3412',
    '--mantine-color-default-border': 'var(--mantine-color-gray-3)',
    '--mantine-color-error': '#c92a2a',
    '--mantine-color-red-filled': '#c92a2a',
    '--mantine-color-red-filled-hover': '#b02525',
    ...tints({
      red: ['#fdf0f0', '#a31d24'],
      yellow: ['#fdf6df', '#7a5200'],
      orange: ['#fff3ea', '#9a3412'],
      green: ['#eaf7ee', '#14622f'],
      blue: ['#eef4fd', '#1a4f94'],
      gray: ['#f0f2f4', '#414a56'],
      nsimbi: ['#e8f5f1', '#085847'],
    }),
  },
  dark: {
    '--nsimbi-border': 'var(--mantine-color-dark-4)',
    '--nsimbi-sunken': 'var(--mantine-color-dark-6)',
    '--nsimbi-hover': 'var(--mantine-color-dark-5)',
    '--nsimbi-accent-text': 'var(--mantine-color-nsimbi-3)',
    '--nsimbi-test': '#c2410c',
    '--nsimbi-test-soft': '#3b1d0c',
    '--nsimbi-test-text': '#ffb184',
    '--mantine-color-default-border': '#373e47',
    '--mantine-color-error': '#ff8787',
    '--mantine-color-red-filled': '#c92a2a',
    '--mantine-color-red-filled-hover': '#b02525',
    ...tints({
      red: ['#2c1719', '#ff9c9c'],
      yellow: ['#292110', '#f2cb68'],
      orange: ['#2e1c11', '#ffb184'],
      green: ['#12261a', '#7fdb9f'],
      blue: ['#132238', '#90c0fb'],
      gray: ['#21262c', '#c5cad1'],
      nsimbi: ['#10271f', '#7bc8b4'],
    }),
  },
});
