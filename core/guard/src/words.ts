/** A text for people, in both languages of the product. */
export interface Words {
  readonly en: string;
  readonly pt: string;
}

export type Language = keyof Words;
