/** The operators between the inputs and the trees, by domain and name: each of their meanings as steps of single columns. */
import type { Before } from './before.js';
import { labelEncoder, oneHot } from './categories.js';
import { below, binNumber } from './bins.js';
import { chosen, concat, reshape } from './columns.js';
import { arithmetic, binarizer, cast, clip, imputer, scaler, unary } from './steps.js';

export type { Limit } from './before.js';
export { mustFollow } from './bins.js';

export const BEFORE: ReadonlyMap<string, Before> = new Map<string, Before>([
  ['Identity', (_, value) => value],
  ['Cast', cast],
  ['Clip', clip],
  ['Abs', unary('absolute')],
  ['Ceil', unary('ceiling')],
  ['Floor', unary('floor')],
  ['Neg', unary('negative')],
  ['Sqrt', unary('root')],
  ['ArgMax', binNumber],
  ['Less', below],
  ['Concat', concat],
  ['Gather', chosen],
  ['Reshape', reshape],
  ['Add', arithmetic('add')],
  ['Sub', arithmetic('subtract')],
  ['Mul', arithmetic('multiply')],
  ['Div', arithmetic('divide')],
  ['ai.onnx.ml.ArrayFeatureExtractor', chosen],
  ['ai.onnx.ml.Binarizer', binarizer],
  ['ai.onnx.ml.Imputer', imputer],
  ['ai.onnx.ml.LabelEncoder', labelEncoder],
  ['ai.onnx.ml.OneHotEncoder', oneHot],
  ['ai.onnx.ml.Scaler', scaler],
]);
