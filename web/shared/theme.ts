import {
  type CSSVariablesResolver,
  createTheme,
  type MantineColorsTuple,
  type MantineThemeOverride,
} from '@mantine/core';

/** Primary green. White text on shade 7 has a contrast of 5.9:1. */
const pine: MantineColorsTuple = [
  '#edf7f3',
  '#d8ebe4',
  '#b0d7c9',
  '#84c2ac',
  '#5faf94',
  '#48a385',
  '#2f8a6d',
  '#1f6b58',
  '#175546',
  '#0d4035',
];

/** For warnings and notices that are not errors. */
const brass: MantineColorsTuple = [
  '#fff8e5',
  '#fbeecb',
  '#f5dc9b',
  '#efc966',
  '#eab93b',
  '#e7ae21',
  '#d69d10',
  '#a87608',
  '#7d5705',
  '#5c3f02',
];

/** Warm greys that match the paper-coloured background. */
const gray: MantineColorsTuple = [
  '#faf8f4',
  '#f3f0ea',
  '#e8e4db',
  '#d9d4c9',
  '#c3bdb0',
  '#a19b8e',
  '#6f6a5f',
  '#55514a',
  '#3b3934',
  '#262521',
];

const dark: MantineColorsTuple = [
  '#e9eeeb',
  '#c3cdc8',
  '#a3b0aa',
  '#7d8b85',
  '#46534d',
  '#35403b',
  '#28322e',
  '#1d2522',
  '#161c1a',
  '#0f1413',
];

export const theme: MantineThemeOverride = createTheme({
  colors: { pine, brass, gray, dark },
  primaryColor: 'pine',
  primaryShade: { light: 7, dark: 6 },
  defaultRadius: 'md',
  radius: { xs: '6px', sm: '8px', md: '10px', lg: '14px', xl: '20px' },
  fontFamily:
    'ui-sans-serif, system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif',
  fontFamilyMonospace: 'ui-monospace, "SF Mono", "Cascadia Mono", Menlo, Consolas, monospace',
  headings: {
    fontWeight: '650',
    sizes: {
      h1: { fontSize: '1.75rem', lineHeight: '1.2' },
      h2: { fontSize: '1.375rem', lineHeight: '1.25' },
      h3: { fontSize: '1.125rem', lineHeight: '1.3' },
    },
  },
  respectReducedMotion: true,
  focusRing: 'auto',
  cursorType: 'pointer',
  components: {
    Modal: {
      defaultProps: {
        radius: 'lg',
        centered: true,
        padding: 'lg',
        overlayProps: { backgroundOpacity: 0.5 },
      },
      styles: { title: { fontSize: '1.125rem', fontWeight: 650 } },
    },
    Paper: { defaultProps: { radius: 'lg' } },
    Card: { defaultProps: { radius: 'lg' } },
  },
});

/** Replaces Mantine's greys whose contrast is below 4.5:1. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: { '--app-tabular': 'tabular-nums' },
  light: {
    '--mantine-color-body': '#fbfaf7',
    '--mantine-color-text': '#1c2421',
    '--mantine-color-dimmed': '#5d625c',
    '--mantine-color-placeholder': '#6b6f69',
    '--mantine-color-error': '#b42318',
    '--app-surface': '#ffffff',
    '--app-sunken': '#f3f0ea',
    '--app-line': '#e2ddd2',
    '--app-accent': '#1f6b58',
    '--app-accent-soft': '#e6f1ec',
    '--app-warn-soft': '#fdf3d8',
    '--app-warn-ink': '#6b4a03',
    '--app-down': '#b3261e',
  },
  dark: {
    '--mantine-color-body': '#141a18',
    '--mantine-color-text': '#eef2f0',
    '--mantine-color-dimmed': '#a6b3ad',
    '--mantine-color-placeholder': '#8d9a94',
    '--mantine-color-error': '#ff9b8f',
    '--mantine-color-anchor': '#84d3b8',
    '--mantine-color-pine-filled': '#24775f',
    '--mantine-color-pine-filled-hover': '#277f66',
    '--app-surface': '#1c2421',
    '--app-sunken': '#111614',
    '--app-line': '#313c37',
    '--app-accent': '#84d3b8',
    '--app-accent-soft': '#1d352d',
    '--app-warn-soft': '#3a2f12',
    '--app-warn-ink': '#f3d88c',
    '--app-down': '#f2a29b',
  },
});
