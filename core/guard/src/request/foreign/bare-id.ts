import type { Lesson } from './lesson.js';

/** Tells a principal or a session that is only an id from the attributes it stands for. */
export function bareIdLesson(value: unknown): Lesson | null {
  if (typeof value !== 'string') return null;
  const form = `\`{"id": ${JSON.stringify(value.length <= 80 ? value : '...')}}\``;
  return {
    en: `This is an object of attributes; an id is one of them: ${form}.`,
    pt: `Isto é um objeto de atributos; um id é um deles: ${form}.`,
  };
}
