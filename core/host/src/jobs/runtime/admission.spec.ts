import { describe, expect, it } from 'vitest';
import { Admission } from './admission.js';

describe('Admission', () => {
  it('takes jobs under the bound of the backlog, and again once it has fallen', () => {
    const admission = new Admission({ limits: { backlog: 3 } });
    expect(admission.refusal()).toBeNull();
    admission.measured(3);
    expect(admission.refusal()?.slug).toBe('overloaded');
    admission.measured(2);
    expect(admission.refusal()).toBeNull();
  });

  it('refuses with `draining` and ends open streams from the moment the process stops, whatever the backlog', () => {
    const admission = new Admission({ limits: { backlog: 3 } });
    admission.measured(9);
    expect(admission.stopping.aborted).toBe(false);
    admission.drain();
    expect(admission.stopping.aborted).toBe(true);
    expect(admission.refusal()?.slug).toBe('draining');
    admission.measured(0);
    expect(admission.refusal()?.slug).toBe('draining');
  });
});
