/** Globs and regular expressions over whole strings. */
const quoted = (text) => text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`);

export function globMatches(parts, text) {
  return new RegExp(`^${parts.map(quoted).join('.*')}$`, 's').test(text);
}

const POSIX = {
  alpha: 'A-Za-z',
  digit: '0-9',
  alnum: 'A-Za-z0-9',
  upper: 'A-Z',
  lower: 'a-z',
  space: String.raw`\t\n\v\f\r `,
  word: '0-9A-Za-z_',
  xdigit: '0-9A-Fa-f',
};

/** RE2's syntax in JavaScript's. */
function translated(regex) {
  return regex
    .replace(/^\(\?s\)/, '')
    .replaceAll('(?P<', '(?<')
    .replaceAll(/\[:(\w+):\]/g, (_, name) => POSIX[name])
    .replaceAll(/\\([pP])([A-Z])/g, String.raw`\$1{$2}`)
    .replaceAll(/\\s/g, String.raw`[\t\n\f\r ]`)
    .replaceAll(/\\([^\w\s])/g, (whole, char) =>
      '^$\\.*+?()[]{}|/-'.includes(char) ? (char === '-' ? String.raw`\x2d` : whole) : char,
    );
}

const compiled = (regex) => new RegExp(`^(?:${translated(regex)})$`, 'su');

export function regexMatches(regex, text) {
  return compiled(regex).test(text);
}

/** Whether a character can begin a text that the expression matches: tried with a few texts of every kind. */
class First {
  constructor(source) {
    this.source = source;
    this.at = 0;
  }

  alternatives() {
    let all = this.sequence();
    while (this.source[this.at] === '|') {
      this.at += 1;
      const next = this.sequence();
      all = { empty: all.empty || next.empty, slash: all.slash || next.slash, other: all.other || next.other };
    }
    return all;
  }

  sequence() {
    let all = { empty: true, slash: false, other: false };
    while (this.at < this.source.length && !'|)'.includes(this.source[this.at])) {
      const next = this.repeated();
      if (all.empty) all = { empty: next.empty, slash: all.slash || next.slash, other: all.other || next.other };
    }
    return all;
  }

  repeated() {
    let atom = this.atom();
    for (;;) {
      const quantifier = /^(?:[*+?]|\{(\d+)(?:,\d*)?\})\??/.exec(this.source.slice(this.at));
      if (!quantifier) return atom;
      this.at += quantifier[0].length;
      if (/^[*?]/.test(quantifier[0]) || quantifier[1] === '0') atom = { ...atom, empty: true };
    }
  }

  atom() {
    const rest = this.source.slice(this.at);
    if (rest.startsWith('(')) {
      this.at += /^\((?:\?(?::|<\w+>))?/.exec(rest)[0].length;
      const inner = this.alternatives();
      this.at += 1;
      return inner;
    }
    if (/^[\^$]/.test(rest)) {
      this.at += 1;
      return { empty: true, slash: false, other: false };
    }
    const one = /^(?:\[\^?\]?(?:\\.|[^\]\\])*\]|\\[pP]\{\w+\}|\\x[0-9a-fA-F]{2}|\\.|.)/su.exec(rest)[0];
    this.at += one.length;
    if (/^\\[bB]$/.test(one)) return { empty: true, slash: false, other: false };
    const test = new RegExp(`^${one}$`, 'su');
    let other = false;
    for (let code = 0; code < 0x250 && !other; code += 1)
      other = code !== 0x2f && test.test(String.fromCodePoint(code));
    return { empty: false, slash: test.test('/'), other: other || ['中', '😀', 'я'].some((char) => test.test(char)) };
  }
}

export const firstCharacters = (regex) => new First(translated(regex)).alternatives();
