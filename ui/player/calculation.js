// Calculations as people type them: numbers, + - * / ^ % and brackets, √ for a square root, L for a base-2 logarithm.

/** Return a pattern for numbers with digits in groups of three, or two as in India, never after a leading zero. @param {string} point @param {string} comma */
function written(point, comma) {
  const whole = `(?!0)\\d{1,3}(?:${comma}\\d{2,3})*${comma}\\d{3}(?!\\d)|` + `(?!0)\\d{1,3}(?:[ ']\\d{3})+(?!\\d)|\\d+`;
  return new RegExp(`^(?:(${whole})(?:${point}(\\d*))?|${point}(\\d+))`);
}

const WRITTEN = [written("\\.", ","), written(",", "\\.")]; // 1,234.5 and 1.234,5
const LEAST_DIGITS = 2; // of a number that counts as rounded

/** @typedef {{value: number, rounding: number}} Calculated `rounding`: tolerance for a number that may be rounded; 0 for a calculation. */

/** Return the value of a calculation; NaN if it is invalid. @param {string} text @param {RegExp} number */
function evaluate(text, number) {
  let rest = text.trim();
  const takes = (/** @type {string} */ signs) => {
    if (!rest || !signs.includes(rest[0])) return "";
    const sign = rest[0];
    rest = rest.slice(1).trimStart();
    return sign;
  };
  /** @returns {number} */
  const factor = () => {
    if (takes("(")) {
      const inner = sum();
      return takes(")") ? inner : NaN;
    }
    const found = number.exec(rest);
    if (!found) return NaN;
    const [all, whole = "", part = "", alone = ""] = found;
    rest = rest.slice(all.length).trimStart();
    return Number(`${whole.replace(/\D/g, "") || 0}.${part || alone || 0}`);
  };
  /** @returns {number} */
  const power = () => {
    if (takes("-")) return -power();
    if (takes("√")) return Math.sqrt(power());
    if (takes("L")) return Math.log2(power());
    let value = factor();
    while (takes("%")) value /= 100;
    return takes("^") ? value ** power() : value;
  };
  const product = () => {
    let value = power();
    for (let sign = takes("*/"); sign; sign = takes("*/")) value = sign === "*" ? value * power() : value / power();
    return value;
  };
  const sum = () => {
    let value = product();
    for (let sign = takes("+-"); sign; sign = takes("+-")) value += sign === "+" ? product() : -product();
    return value;
  };
  const value = sum();
  return rest ? NaN : value;
}

/** Return half a unit in the last place of a number with two digits or more: 19% is 0.19, give or take 0.005. @param {string} text @param {RegExp} number */
function roundingOf(text, number) {
  const found = number.exec(text);
  const after = found ? text.slice(found[0].length).trim() : "";
  if (!found || (after && after !== "%")) return 0;
  const [, whole = "", part = "", alone = ""] = found;
  const digits = `${whole}${part}${alone}`.replace(/\D/g, "").replace(/^0+/, "");
  return digits.length < LEAST_DIGITS ? 0 : 10 ** -(part || alone).length / (after ? 200 : 2);
}

/** Return the possible values of a calculation: 1,234 can be read as either of two numbers. @param {string} text @returns {Calculated[]} */
export const calculated = (text) =>
  WRITTEN.map((number) => ({ value: evaluate(text, number), rounding: roundingOf(text, number) })).filter(({ value }) =>
    Number.isFinite(value),
  );
