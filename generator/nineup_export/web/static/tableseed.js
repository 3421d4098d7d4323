// Chance by a seed, as Python's `random.Random("seed")` has it, so that a table is dealt in the order in which
// `nineup draw` with that seed draws a pile: a Mersenne Twister (MT19937), seeded by the text and its SHA-512.

const WORD = 0xffffffffn;
const LONG = (1n << 64n) - 1n;
const N = 624;

// The constants of SHA-512: the first 64 bits of the fractional parts of roots of the first primes.
function fractions(count, power) {
  const words = [];
  for (let n = 2n; words.length < count; n++) {
    let isPrime = true;
    for (let d = 2n; d * d <= n; d++) if (n % d === 0n) isPrime = false;
    if (isPrime) words.push(root(n << (64n * power), power) & LONG);
  }
  return words;
}

// The whole part of a root, by bisection.
function root(value, power) {
  let low = 0n;
  let high = 1n << 80n;
  while (high - low > 1n) {
    const middle = (low + high) >> 1n;
    if (middle ** power <= value) low = middle;
    else high = middle;
  }
  return low;
}

function sha512(bytes) {
  const turned = (x, by) => ((x >> by) | (x << (64n - by))) & LONG;
  const rounds = fractions(80, 3n);
  let hash = fractions(8, 2n);
  const padded = [...bytes, 0x80];
  while (padded.length % 128 !== 112) padded.push(0);
  for (let at = 15n; at >= 0n; at--) padded.push(Number((BigInt(bytes.length * 8) >> (8n * at)) & 255n));
  for (let block = 0; block < padded.length; block += 128) {
    const w = [];
    for (let t = 0; t < 16; t++) {
      const word = padded.slice(block + 8 * t, block + 8 * t + 8);
      w.push(word.reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n));
    }
    for (let t = 16; t < 80; t++) {
      const one = turned(w[t - 15], 1n) ^ turned(w[t - 15], 8n) ^ (w[t - 15] >> 7n);
      const two = turned(w[t - 2], 19n) ^ turned(w[t - 2], 61n) ^ (w[t - 2] >> 6n);
      w.push((w[t - 16] + one + w[t - 7] + two) & LONG);
    }
    let [a, b, c, d, e, f, g, h] = hash;
    for (let t = 0; t < 80; t++) {
      const s1 = turned(e, 14n) ^ turned(e, 18n) ^ turned(e, 41n);
      const t1 = h + s1 + ((e & f) ^ (~e & LONG & g)) + rounds[t] + w[t];
      const s0 = turned(a, 28n) ^ turned(a, 34n) ^ turned(a, 39n);
      const t2 = s0 + ((a & b) ^ (a & c) ^ (b & c));
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + t1) & LONG, c, b, a, (t1 + t2) & LONG];
    }
    hash = [a, b, c, d, e, f, g, h].map((word, at) => (word + hash[at]) & LONG);
  }
  return hash;
}

// The key of a text: the number of its bytes followed by their SHA-512, in words of 32 bits, the last first.
function keyOf(text) {
  const bytes = [...new TextEncoder().encode(text)];
  let number = bytes.reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n);
  for (const word of sha512(bytes)) number = (number << 64n) | word;
  const key = [];
  for (; number; number >>= 32n) key.push(Number(number & WORD));
  return key;
}

export class Chance {
  constructor(text) {
    const key = keyOf(text);
    const state = [19650218];
    const before = (at) => state[at - 1] ^ (state[at - 1] >>> 30);
    for (let at = 1; at < N; at++) state.push((Math.imul(1812433253, before(at)) + at) >>> 0);
    let at = 1;
    const next = () => {
      if (++at < N) return;
      state[0] = state[N - 1];
      at = 1;
    };
    for (let k = 0; k < Math.max(N, key.length); k++) {
      const j = k % key.length;
      state[at] = ((state[at] ^ Math.imul(before(at), 1664525)) + key[j] + j) >>> 0;
      next();
    }
    for (let k = 1; k < N; k++) {
      state[at] = ((state[at] ^ Math.imul(before(at), 1566083941)) - at) >>> 0;
      next();
    }
    state[0] = 0x80000000;
    this.state = state;
    this.at = N;
  }

  // 32 bits.
  word() {
    if (this.at === N) this.twist();
    let y = this.state[this.at++];
    y ^= y >>> 11;
    y ^= (y << 7) & 0x9d2c5680;
    y ^= (y << 15) & 0xefc60000;
    return (y ^ (y >>> 18)) >>> 0;
  }

  twist() {
    const { state } = this;
    for (let k = 0; k < N; k++) {
      const y = (state[k] & 0x80000000) | (state[(k + 1) % N] & 0x7fffffff);
      state[k] = (state[(k + 397) % N] ^ (y >>> 1) ^ (y & 1 ? 0x9908b0df : 0)) >>> 0;
    }
    this.at = 0;
  }

  // A whole number from 0 to `n - 1`.
  below(n) {
    const bits = 32 - Math.clz32(n);
    let value = n;
    while (value >= n) value = this.word() >>> (32 - bits);
    return value;
  }

  // `k` of the things, in an order by chance; which way Python goes depends on how many there are.
  sample(things, k) {
    const n = things.length;
    let most = 21;
    if (k > 5) most += 4 ** Math.ceil(Math.log(k * 3) / Math.log(4));
    const chosen = [];
    if (n <= most) {
      const pool = [...things];
      for (let at = 0; at < k; at++) {
        const j = this.below(n - at);
        chosen.push(pool[j]);
        pool[j] = pool[n - at - 1];
      }
      return chosen;
    }
    const taken = new Set();
    while (chosen.length < k) {
      const j = this.below(n);
      if (!taken.has(j)) chosen.push(things[j]);
      taken.add(j);
    }
    return chosen;
  }
}

// The places of a pile of `size` cards after shuffling it by a seed, from the top down.
export function shuffledOrder(size, seed) {
  return new Chance(`${seed}:hands`).sample([...Array(size).keys()], size);
}
