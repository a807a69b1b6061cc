/** P4, trifecta (S11): untrusted data, private data and a way out, in any order, and nobody approved anything before the third. */
import { keepersOf } from './facts.mjs';
import { renamedItems } from './facts/lanes.mjs';

const UNTRUSTED = 1;
const PRIVATE = 2;
const OUT = 4;
const ALL = UNTRUSTED | PRIVATE | OUT;

const [NOBODY, PERHAPS, SOMEBODY] = [0, 1, 2];

export function trifecta(plan) {
  const partsOf = (name) => {
    const { classes = [], labels = [] } = plan.tools.get(name) ?? {};
    const source = classes.includes('source');
    return (
      (source && labels.includes('untrusted') ? UNTRUSTED : 0) |
      (source && labels.includes('private') ? PRIVATE : 0) |
      (classes.some((one) => ['sink', 'write', 'irreversible'].includes(one)) ? OUT : 0)
    );
  };
  /** A source of which nobody says the label may have either. */
  const mayBe = (name) => {
    const { classes = [], labels } = plan.tools.get(name) ?? {};
    if (classes.length === 0) return ALL;
    return classes.includes('source') && labels === undefined ? UNTRUSTED | PRIVATE : 0;
  };
  const unclassified = (name) => (plan.tools.get(name)?.classes ?? []).length === 0;
  const keepers = keepersOf(plan);

  /** Whether a person says yes: at a pause, or by the edge by which a node of kind `human` is left. */
  function approves(event) {
    if (event.e === 'approve') return true;
    if (event.e !== 'leaves' && (event.e !== 'edge' || !event.did || event.error)) return false;
    const body = plan.bodies.get(event.body);
    const node = body.nodes.get(event.id);
    if (node.kind !== 'human') return false;
    const outcomes = body.from(node.id, 'success').some(({ outcome }) => outcome !== undefined);
    if (event.e === 'leaves') return !outcomes && node.confirms !== undefined;
    return ['approve', 'edit'].includes(body.edges.find(({ id }) => id === event.edge).outcome);
  }

  return {
    start: { parts: 0, doubt: 0, asked: NOBODY, kept: keepers.map(() => ({ facts: [], pendings: [] })) },
    concerns: (event) => event.e === 'attempt' && ((partsOf(event.tool) & OUT) !== 0 || unclassified(event.tool)),
    rename: (state, rename) => ({
      ...state,
      kept: state.kept.map(({ facts, pendings }) => ({
        facts: renamedItems(facts, rename),
        pendings: renamedItems(pendings, rename),
      })),
    }),
    step(state, event) {
      let bad = null;
      let { parts, doubt } = state;
      if (event.e === 'attempt') {
        parts |= partsOf(event.tool);
        doubt |= parts | mayBe(event.tool);
        const completed = parts === ALL && state.parts !== ALL;
        const perhaps = doubt === ALL && state.doubt !== ALL;
        if (completed && state.asked === NOBODY) bad = 'sure';
        else if ((completed || perhaps) && state.asked !== SOMEBODY) bad = 'maybe';
      }
      if (state.asked === SOMEBODY) return { state: { ...state, parts, doubt, kept: [] }, bad };
      const kept = keepers.map((keeper, i) => keeper.step(state.kept[i], event));
      const facts = kept.flatMap((one) => one.facts);
      const asked =
        approves(event) || facts.some(({ maybe }) => !maybe) ? SOMEBODY : facts.length > 0 ? PERHAPS : state.asked;
      return { state: { parts, doubt, asked, kept: asked === SOMEBODY ? [] : kept }, bad };
    },
  };
}
