import type { ServiceToken } from './services.js';

/** A named interface one plugin offers to others. The token is all that is shared; the implementation stays private. */
export interface Face<T> {
  readonly $type: 'ostiary.face';
  /** `<plugin id>.<name>`. */
  readonly name: string;
  /** Only carries the type. */
  readonly _type?: T;
}

/** A face and what stands behind it. */
export interface FaceBinding<T = unknown> {
  readonly face: Face<T>;
  /** A private provider class of the plugin that implements the face. */
  readonly implementation: abstract new (...args: never[]) => T;
}

/** Names an interface for other plugins. @param name `<plugin id>.<name>` */
export function defineFace<T>(name: string): Face<T> {
  return Object.freeze({ $type: 'ostiary.face' as const, name });
}

/** Says which of the plugin's own providers is behind a face. */
export function provideFace<T>(face: Face<T>, implementation: abstract new (...args: never[]) => T): FaceBinding<T> {
  return Object.freeze({ face, implementation });
}

/** The injection token of a face: `@Inject(faceToken(catalogueFace))` in a plugin that names the face in `uses`. */
export function faceToken<T>(face: Face<T>): ServiceToken<T> {
  return Symbol.for(`ostiary.face.${face.name}`);
}
