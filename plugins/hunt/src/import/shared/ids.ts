/** Ids of rules as a source gives them; one that was given before gets a number, since with us an id is of one rule. */
export class RuleIds {
  private readonly given = new Set<string>();

  of(id: string): string {
    let own = id;
    for (let number = 2; this.given.has(own); number++) own = `${id} (${String(number)})`;
    this.given.add(own);
    return own;
  }
}
