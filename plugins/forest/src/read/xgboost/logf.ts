/**
 * `logf` of the GNU C library (2.27 and later), which XGBoost calls for a base score. Source: glibc, sysdeps/ieee754/flt-32/e_logf.c and
 * e_logf_data.c (the method of Arm's optimized-routines): log(x) = k ln 2 + log(c) + log(z / c), where 1/c and log(c) are in a table of 16.
 */

/** By i: 1/c and log(c). */
const TABLE: readonly (readonly [number, number])[] = [
  [1.398_907_162_146_528, -0.335_691_333_328_822_84],
  [1.340_314_189_663_799_8, -0.292_904_056_377_407_4],
  [1.286_432_210_124_115, -0.251_872_658_093_736_9],
  [1.236_715_021_426_989_5, -0.212_458_688_071_172_55],
  [1.190_697_716_671_175_2, -0.174_539_451_837_456_34],
  [1.147_982_102_055_642_9, -0.138_005_707_231_975_8],
  [1.108_225_144_827_215_8, -0.102_759_766_985_451_39],
  [1.071_129_741_305_738_1, -0.068_713_924_470_205_25],
  [1.036_437_278_977_283, -0.035_789_138_739_822_8],
  [1, 0],
  [0.949_285_979_573_905_7, 0.052_045_177_429_294_96],
  [0.895_104_942_860_900_4, 0.110_814_312_987_879_42],
  [0.847_682_162_035_110_3, 0.165_249_522_369_514_3],
  [0.805_031_485_169_200_1, 0.216_873_890_316_999_77],
  [0.766_467_100_884_310_8, 0.265_963_502_812_139_7],
  [0.731_428_603_316_328, 0.312_755_666_407_355_7],
];
const A0 = -0.250_893_422_142_371_54;
const A1 = 0.333_456_765_744_066;
const A2 = -0.499_999_748_580_210_3;
/** Processors that multiply and add in one step round the last digits of the double otherwise. */
const UNSURE = 2 ** -46;

const words = new Uint32Array(1);
const float = new Float32Array(words.buffer);

/**
 * log(x) as a float32, where x is a positive normal one. Undefined where it depends on the processor's arithmetic: the double lies between
 * two floats as nearly as that.
 */
export function logf(x: number): number | undefined {
  if (x === 1) return 0;
  float[0] = x;
  const bits = words[0] as number;
  const above = (bits - 0x3f330000) | 0;
  const [inverse, log] = TABLE[(above >>> 19) % 16] as readonly [number, number];
  words[0] = bits - (above & 0xff800000);
  const r = float[0] * inverse - 1;
  const y = (A0 * (r * r) + (A1 * r + A2)) * (r * r) + (log + (above >> 23) * Math.LN2 + r);
  const [low, high] = [Math.fround(y * (1 - UNSURE)), Math.fround(y * (1 + UNSURE))];
  return low === high ? low : undefined;
}
