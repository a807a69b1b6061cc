/** The colours of one scheme. Text on its ground has a contrast of at least 4.5 (WCAG 2.2 AA); a test holds them to it. */
export interface Tokens {
  readonly ground: string;
  readonly card: string;
  /** Behind code, heads of tables and what is folded away. */
  readonly soft: string;
  readonly line: string;
  readonly ink: string;
  readonly muted: string;
  readonly link: string;
  readonly allow: string;
  readonly 'allow-soft': string;
  readonly 'allow-fill': string;
  readonly confirm: string;
  readonly 'confirm-soft': string;
  readonly 'confirm-fill': string;
  readonly refuse: string;
  readonly 'refuse-soft': string;
  readonly 'refuse-fill': string;
  /** What is written upon a fill. */
  readonly 'on-fill': string;
  readonly 'mark-soft': string;
  readonly 'mark-line': string;
  readonly keyword: string;
  readonly string: string;
  readonly number: string;
  readonly comment: string;
}

export const LIGHT: Tokens = {
  ground: '#f5f7fa',
  card: '#ffffff',
  soft: '#f1f3f7',
  line: '#d9dfe8',
  ink: '#131c2b',
  muted: '#4a5567',
  link: '#0b55b3',
  allow: '#0a6335',
  'allow-soft': '#e0f3e8',
  'allow-fill': '#46b07f',
  confirm: '#754600',
  'confirm-soft': '#fdeed3',
  'confirm-fill': '#e3a636',
  refuse: '#a31128',
  'refuse-soft': '#fde4e7',
  'refuse-fill': '#e87480',
  'on-fill': '#131c2b',
  'mark-soft': '#fff1cc',
  'mark-line': '#d0901a',
  keyword: '#643a9c',
  string: '#0a6335',
  number: '#8a3f00',
  comment: '#566175',
};

export const DARK: Tokens = {
  ground: '#0e131b',
  card: '#161b27',
  soft: '#10151e',
  line: '#2c3443',
  ink: '#e8ecf3',
  muted: '#a7b1c1',
  link: '#84b6ff',
  allow: '#69dba0',
  'allow-soft': '#12301f',
  'allow-fill': '#3f9f70',
  confirm: '#f2c263',
  'confirm-soft': '#33270f',
  'confirm-fill': '#c9952f',
  refuse: '#ff9ba6',
  'refuse-soft': '#40151c',
  'refuse-fill': '#d8606d',
  'on-fill': '#0b0f16',
  'mark-soft': '#33290f',
  'mark-line': '#c9952f',
  keyword: '#c3a4ff',
  string: '#7fdcaa',
  number: '#f0a860',
  comment: '#95a1b4',
};
