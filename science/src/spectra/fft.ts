/**
 * Discrete Fourier transform of any length. Powers of two by the radix-2 algorithm of Cooley and Tukey (1965), other
 * lengths by Bluestein's convolution (1970), so that no record is padded or cut: X_k = sum x_n exp(-2 pi i k n / N).
 */

export interface Complex {
  readonly re: Float64Array;
  readonly im: Float64Array;
}

/** Forward transform; the input is left as it is. */
export function fft(re: ArrayLike<number>, im?: ArrayLike<number>): Complex {
  const n = re.length;
  const out = { re: Float64Array.from(re), im: im ? Float64Array.from(im) : new Float64Array(n) };
  if (n < 2) return out;
  if ((n & (n - 1)) === 0) transform(out.re, out.im);
  else return bluestein(out);
  return out;
}

/** In place, for a power of two. */
function transform(re: Float64Array, im: Float64Array): void {
  const n = re.length;
  reverseBits(re, im);
  for (let size = 2; size <= n; size *= 2) {
    const half = size / 2;
    const cos = new Float64Array(half);
    const sin = new Float64Array(half);
    for (let k = 0; k < half; k++) {
      cos[k] = Math.cos((2 * Math.PI * k) / size);
      sin[k] = -Math.sin((2 * Math.PI * k) / size);
    }
    for (let start = 0; start < n; start += size)
      for (let k = 0; k < half; k++) {
        const [a, b] = [start + k, start + k + half];
        const [c, s] = [cos[k]!, sin[k]!];
        const tr = re[b]! * c - im[b]! * s;
        const ti = re[b]! * s + im[b]! * c;
        re[b] = re[a]! - tr;
        im[b] = im[a]! - ti;
        re[a] = re[a]! + tr;
        im[a] = im[a]! + ti;
      }
  }
}

function reverseBits(re: Float64Array, im: Float64Array): void {
  const n = re.length;
  for (let i = 1, j = 0; i < n; i++) {
    let bit = n >> 1;
    for (; j & bit; bit >>= 1) j ^= bit;
    j ^= bit;
    if (i >= j) continue;
    [re[i], re[j]] = [re[j]!, re[i]!];
    [im[i], im[j]] = [im[j]!, im[i]!];
  }
}

/** As a convolution with a chirp, of the next power of two that holds it. */
function bluestein({ re, im }: Complex): Complex {
  const n = re.length;
  const size = 2 ** Math.ceil(Math.log2(2 * n - 1));
  const [cos, sin] = [new Float64Array(n), new Float64Array(n)];
  for (let k = 0; k < n; k++) {
    // k^2 mod 2n keeps the angle small, and with it its precision.
    const angle = (Math.PI * ((k * k) % (2 * n))) / n;
    cos[k] = Math.cos(angle);
    sin[k] = Math.sin(angle);
  }
  const [aRe, aIm, bRe, bIm] = [0, 1, 2, 3].map(() => new Float64Array(size)) as [
    Float64Array,
    Float64Array,
    Float64Array,
    Float64Array,
  ];
  for (let k = 0; k < n; k++) {
    aRe[k] = re[k]! * cos[k]! + im[k]! * sin[k]!;
    aIm[k] = im[k]! * cos[k]! - re[k]! * sin[k]!;
    bRe[k] = cos[k]!;
    bIm[k] = sin[k]!;
    if (k > 0) {
      bRe[size - k] = cos[k]!;
      bIm[size - k] = sin[k]!;
    }
  }
  transform(aRe, aIm);
  transform(bRe, bIm);
  for (let k = 0; k < size; k++) {
    const real = aRe[k]! * bRe[k]! - aIm[k]! * bIm[k]!;
    // Conjugated: the forward transform of it is the inverse one.
    aIm[k] = -(aRe[k]! * bIm[k]! + aIm[k]! * bRe[k]!);
    aRe[k] = real;
  }
  transform(aRe, aIm);
  const out = { re: new Float64Array(n), im: new Float64Array(n) };
  for (let k = 0; k < n; k++) {
    const [real, imaginary] = [aRe[k]! / size, -aIm[k]! / size];
    out.re[k] = real * cos[k]! + imaginary * sin[k]!;
    out.im[k] = imaginary * cos[k]! - real * sin[k]!;
  }
  return out;
}
