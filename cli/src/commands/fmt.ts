import { writeFileSync } from 'node:fs';
import { type Diagnostic, renderDiagnostic, SourceText } from '@ostiary/policy';
import { formatPolicy } from '@ostiary/policy/editor';
import type { Command } from '../command.js';
import { policyNames, readText } from '../files/read.js';
import { showDiff } from '../show/diff.js';
import { showFinding } from '../show/findings.js';
import { clean, type Screen } from '../show/screen.js';
import { CommandError } from '../text/command-error.js';
import { EXIT } from '../text/exit-codes.js';
import { say } from '../text/words.js';

interface Laid {
  readonly name: string;
  readonly from: string;
  /** Null when the text does not parse. */
  readonly to: string | null;
  readonly faults: readonly Diagnostic[];
}

export const fmt: Command = {
  name: 'fmt',
  files: '<policy.ost | folder | -> ...',
  help: {
    en: 'Lay policies out in the one layout. `-` reads the standard input and writes the standard output.',
    pt: 'Dispõe políticas na forma única. `-` lê a entrada padrão e escreve na saída padrão.',
  },
  options: [
    {
      name: 'check',
      help: {
        en: 'write nothing; fail when a file would change',
        pt: 'não escreve nada; falha se um ficheiro mudaria',
      },
    },
    {
      name: 'diff',
      help: { en: 'write nothing; show what would change', pt: 'não escreve nada; mostra o que mudaria' },
    },
  ],
  run: (given, screen) => {
    const names = policyNames(given.files);
    const writes = !given.has('check') && !given.has('diff');
    if (names.includes('-') && names.length > 1)
      throw new CommandError({ en: '`-` stands alone.', pt: '`-` só pode estar sozinho.' });
    const laid = names.map(layOut);
    const changed = laid.filter(({ from, to }) => to !== null && to !== from);
    const broken = laid.filter(({ to }) => to === null);
    if (writes) for (const file of laid) put(file, screen);
    if (screen.json)
      screen.line(
        JSON.stringify({ changed: changed.map(({ name }) => name), unread: broken.map(({ name }) => name) }, null, 2),
      );
    else {
      for (const file of broken) showBroken(file, screen);
      if (given.has('diff')) for (const { name, from, to } of changed) showDiff(name, from, to ?? '', screen);
      else if (given.has('check')) for (const { name } of changed) screen.line(clean(name));
      if (screen.human && names[0] !== '-') screen.line(summary(laid.length, changed.length, writes, screen));
    }
    if (broken.length > 0) return EXIT.unread;
    return writes || changed.length === 0 ? EXIT.passed : EXIT.findings;
  },
};

function layOut(name: string): Laid {
  const { text } = readText(name);
  const { text: to, diagnostics } = formatPolicy(text);
  return { name, from: text, to, faults: diagnostics.filter(({ severity }) => severity === 'error') };
}

function put({ name, from, to }: Laid, screen: Screen): void {
  if (to === null) return;
  if (name === '-') {
    if (!screen.json) process.stdout.write(to);
  } else if (to !== from) writeFileSync(name, to);
}

function showBroken({ name, from, faults }: Laid, screen: Screen): void {
  const source = new SourceText(from);
  for (const fault of faults) showFinding(name, from, renderDiagnostic(fault, source, screen.language), screen);
}

function summary(files: number, changed: number, wrote: boolean, screen: Screen): string {
  const { language } = screen;
  if (changed === 0) return screen.paint('green', say({ en: 'Nothing to change.', pt: 'Nada a mudar.' }, language));
  const words = wrote
    ? { en: '{changed} of {files} laid out anew.', pt: '{changed} de {files} dispostos de novo.' }
    : { en: '{changed} of {files} would change.', pt: '{changed} de {files} mudariam.' };
  return say(words, language, { changed, files });
}
