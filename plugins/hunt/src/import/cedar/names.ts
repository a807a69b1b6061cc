/** How things of Cedar go by in our calls. Two names never become one. */

/** An entity or an action as Cedar prints it: `User::"alice"`. */
export const uidText = ({ type, id }: Uid): string => `${type}::${JSON.stringify(id)}`;

export interface Uid {
  readonly type: string;
  readonly id: string;
}

/** The name of an entity, among its attributes; a principal goes by `principal.id`. */
export const UID = 'uid';
/** Names of all entities it lies in, over any number of steps. */
export const ANCESTORS = 'ancestors';
export const TAGS = 'tags_of';
/** The resource, among the attributes of the context, which are the arguments. */
export const RESOURCE = 'resource';

const TAKEN: readonly string[] = [UID, ANCESTORS, TAGS];
const TAKEN_OF_PRINCIPAL: readonly string[] = [...TAKEN, 'id', 'type', 'groups'];

const apart = (name: string, taken: readonly string[]): string =>
  taken.includes(name) || name.startsWith('attr_') ? `attr_${name}` : name;

export const attributeName = (name: string): string => apart(name, TAKEN);
export const principalName = (name: string): string => apart(name, TAKEN_OF_PRINCIPAL);
export const contextName = (name: string): string => apart(name, [...TAKEN, RESOURCE]);

/** A tool is named by the id of its action, in full where another namespace has one of that id. */
export function toolNames(actions: readonly Uid[]): ReadonlyMap<string, string> {
  const count = (id: string): number => actions.filter((each) => each.id === id).length;
  return new Map(
    actions.map((each) => {
      const name = count(each.id) === 1 ? each.id : `${each.type}::${each.id}`;
      return [uidText(each), plain(name)];
    }),
  );
}

/** Names of tools are of printable ASCII, without spaces. */
const plain = (name: string): string =>
  name === ''
    ? '%'
    : name.replaceAll(/[^!-~]|%/gu, (char) => encodeURIComponent(char.isWellFormed() ? char : '\ufffd'));
