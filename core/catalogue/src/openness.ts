import type { Field, RecordType, Type } from './model.js';

/**
 * The record with every record in it open to members that are not named, or with none. What JSON Schema says about that is
 * mostly silence, so only who vouches for a tool opens it.
 */
export function withOpenness(record: RecordType, open: boolean): RecordType {
  const known = new Map<Type, Type>();
  const changed = (type: Type): Type => {
    let made = known.get(type);
    if (!made) known.set(type, (made = change(type)));
    return made;
  };
  const changedRecord = ({ fields }: RecordType): RecordType => {
    const inner = Object.create(null) as Record<string, Field>;
    for (const [name, field] of Object.entries(fields)) inner[name] = { ...field, type: changed(field.type) };
    return { kind: 'record', fields: inner, ...(open && { open }) };
  };
  const change = (type: Type): Type => {
    switch (type.kind) {
      case 'record':
        return changedRecord(type);
      case 'list':
      case 'map':
        return { ...type, of: changed(type.of) };
      default:
        return type;
    }
  };
  return changedRecord(record);
}
