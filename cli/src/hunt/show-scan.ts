import type { Scan } from '../client/project-scans.js';
import { say } from '../text/words.js';
import { clean, type Screen } from '../show/screen.js';

/** Which scan it was, in a line. */
export function showScan(scan: Scan, screen: Screen): void {
  const words = {
    en: 'scan {id} of branch {branch}, job {job}{reused}',
    pt: 'análise {id} do ramo {branch}, trabalho {job}{reused}',
  };
  const reused = {
    en: ': nothing has changed since, so it was not hunted again',
    pt: ': nada mudou desde então, por isso não foi repetida',
  };
  const said = say(words, screen.language, {
    id: scan.id,
    branch: scan.branch,
    job: scan.solve_id,
    reused: scan.reused ? say(reused, screen.language) : '',
  });
  screen.line(screen.paint('dim', clean(said)));
}
