//! From patterns to steps.

use std::fmt;

use super::program::{Program, Set, Step};

/// The most steps of a pattern.
const MOST_STEPS: usize = 10_000;

/// What is wrong with a pattern.
#[derive(Debug)]
pub(crate) struct PatternError(String);

impl fmt::Display for PatternError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Compiles a pattern.
pub(super) fn compile(pattern: &str) -> Result<Program, PatternError> {
    let mut compiler = Compiler {
        rest: pattern,
        ignores_case: false,
        groups: vec![None],
    };
    let steps = compiler.group_with(0);
    let problem = match &steps {
        Err(problem) => problem,
        Ok(steps) if MOST_STEPS < steps.len() => "it is too long",
        Ok(_) if compiler.rest.is_empty() => "",
        Ok(_) => "there is an unopened )",
    };
    match steps {
        Ok(mut steps) if problem.is_empty() => {
            steps.push(Step::Found);
            Ok(Program {
                steps,
                groups: compiler.groups,
            })
        }
        _ => {
            let at = pattern.len() - compiler.rest.len();
            Err(PatternError(format!("{pattern}: {problem} at byte {at}")))
        }
    }
}

/// The digits, and what else is part of a word, and white space.
const DIGITS: &[(char, char)] = &[('0', '9')];
const WORDS: &[(char, char)] = &[('0', '9'), ('A', 'Z'), ('_', '_'), ('a', 'z')];
const SPACES: &[(char, char)] = &[('\t', '\r'), (' ', ' ')];

struct Compiler<'a> {
    /// What has not been read.
    rest: &'a str,
    ignores_case: bool,
    groups: Vec<Option<String>>,
}

type Steps = Result<Vec<Step>, &'static str>;

impl Compiler<'_> {
    fn next(&mut self) -> Option<char> {
        let mut signs = self.rest.chars();
        let next = signs.next()?;
        self.rest = signs.as_str();
        Some(next)
    }

    /// Whether the pattern goes on with a text, which is then read.
    fn takes(&mut self, text: &str) -> bool {
        let rest = self.rest.strip_prefix(text);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    /// What a group with a number contains.
    fn group_with(&mut self, number: usize) -> Steps {
        let mut steps = vec![Step::Note(2 * number)];
        steps.extend(self.alternatives()?);
        steps.push(Step::Note(2 * number + 1));
        Ok(steps)
    }

    fn alternatives(&mut self) -> Steps {
        let first = self.sequence()?;
        if !self.takes("|") {
            return Ok(first);
        }
        let second = self.alternatives()?;
        let (to_second, to_end) = (distance(&first) + 2, distance(&second) + 1);
        let mut steps = vec![Step::Either(1, to_second)];
        steps.extend(first);
        steps.push(Step::Goto(to_end));
        steps.extend(second);
        Ok(steps)
    }

    fn sequence(&mut self) -> Steps {
        let mut steps = Vec::new();
        while !self.rest.is_empty() && !self.rest.starts_with(['|', ')']) {
            let part = self.part()?;
            steps.extend(self.repeated(part)?);
            if MOST_STEPS < steps.len() {
                return Err("it is too long");
            }
        }
        Ok(steps)
    }

    fn part(&mut self) -> Steps {
        let Some(next) = self.next() else {
            return Ok(Vec::new());
        };
        let ranges = match next {
            '(' => return self.group(),
            '[' => return Ok(vec![Step::One(self.class()?)]),
            '^' => return Ok(vec![Step::Start]),
            '$' => return Ok(vec![Step::End]),
            '\\' if self.takes("b") => return Ok(vec![Step::Boundary]),
            '\\' => return Ok(vec![Step::One(self.escaped()?)]),
            '.' => {
                let set = self.set(&[('\n', '\n')]);
                return Ok(vec![Step::One(negated(set))]);
            }
            '*' | '+' | '?' | '{' => return Err("there is nothing to repeat"),
            sign => [(sign, sign)],
        };
        Ok(vec![Step::One(self.set(&ranges))])
    }

    /// What follows an opening parenthesis: flags, a name, and what the group contains.
    fn group(&mut self) -> Steps {
        let ignored_case = self.ignores_case;
        let mut number = None;
        if self.takes("?<") {
            let name = self.rest.split('>').next().unwrap_or_default().to_owned();
            self.takes(&name);
            self.takes(">");
            number = Some(self.groups.len());
            self.groups.push(Some(name));
        } else if self.takes("?") {
            if self.takes("-i") {
                self.ignores_case = false;
            } else if self.takes("i") {
                self.ignores_case = true;
            }
            if self.takes(")") {
                return Ok(Vec::new());
            }
            if !self.takes(":") {
                return Err("this kind of group is unknown");
            }
        } else {
            number = Some(self.groups.len());
            self.groups.push(None);
        }
        let steps = match number {
            Some(number) => self.group_with(number)?,
            None => self.alternatives()?,
        };
        self.ignores_case = ignored_case;
        if self.takes(")") {
            Ok(steps)
        } else {
            Err("there is an unclosed (")
        }
    }

    /// What follows an opening bracket.
    fn class(&mut self) -> Result<Set, &'static str> {
        let is_negated = self.takes("^");
        let mut set = self.set(&[]);
        loop {
            let first = match self.next().ok_or("there is an unclosed [")? {
                ']' if !set.ranges.is_empty() => break,
                '\\' => {
                    let escaped = self.escaped()?;
                    match escaped.ranges[..] {
                        [(first, last)] if first == last => first,
                        _ if escaped.is_negated => return Err("a class contains a negated class"),
                        _ => {
                            set.ranges.extend(escaped.ranges);
                            continue;
                        }
                    }
                }
                first => first,
            };
            let is_range = self.rest.starts_with('-') && !self.rest.starts_with("-]");
            let last = if is_range {
                self.next();
                self.next().filter(|last| first <= *last)
            } else {
                Some(first)
            };
            let last = last.ok_or("a range ends before it begins")?;
            set.ranges.push((first, last));
        }
        Ok(if is_negated { negated(set) } else { set })
    }

    /// What follows a backslash.
    fn escaped(&mut self) -> Result<Set, &'static str> {
        let sign = self.next().ok_or("there is nothing after the last \\")?;
        let class = match sign.to_ascii_lowercase() {
            'd' => DIGITS,
            'w' => WORDS,
            's' => SPACES,
            _ if sign.is_ascii_alphanumeric() => return Err("this escape is unknown"),
            _ => return Ok(self.set(&[(sign, sign)])),
        };
        let set = self.set(class);
        Ok(if sign.is_ascii_uppercase() {
            negated(set)
        } else {
            set
        })
    }

    fn set(&self, ranges: &[(char, char)]) -> Set {
        Set {
            ranges: ranges.to_vec(),
            is_negated: false,
            ignores_case: self.ignores_case,
        }
    }

    /// A part as often as what follows it says.
    fn repeated(&mut self, part: Vec<Step>) -> Steps {
        let (least, most) = match self.rest.chars().next() {
            Some('*') => (0, None),
            Some('+') => (1, None),
            Some('?') => (0, Some(1)),
            Some('{') => self.bounds().ok_or("this repetition has no numbers")?,
            _ => return Ok(part),
        };
        self.next();
        let is_lazy = self.takes("?");
        let either = |ways: [isize; 2]| match (ways, is_lazy) {
            ([inside, outside], false) => Step::Either(inside, outside),
            ([inside, outside], true) => Step::Either(outside, inside),
        };
        let length = distance(&part);
        let copies = most.unwrap_or(least).max(least) as usize;
        if MOST_STEPS < copies * (part.len() + 1) {
            return Err("it is too long");
        }
        let mut steps = Vec::new();
        for _ in 0..least {
            steps.extend_from_slice(&part);
        }
        match most {
            None => {
                steps.push(either([1, length + 2]));
                steps.extend(part);
                steps.push(Step::Goto(-length - 1));
            }
            Some(most) => {
                // Each copy that is left out ends the repetition.
                for left in (1..=most - least).rev() {
                    steps.push(either([1, isize::from(left) * (length + 1)]));
                    steps.extend_from_slice(&part);
                }
            }
        }
        Ok(steps)
    }

    /// The numbers in braces. The closing one is not read.
    fn bounds(&mut self) -> Option<(u8, Option<u8>)> {
        let (numbers, _) = self.rest[1..].split_once('}')?;
        self.rest = &self.rest[1 + numbers.len()..];
        let (least, most) = numbers.split_once(',').unwrap_or((numbers, numbers));
        let least = least.parse().ok()?;
        let most = match most {
            "" => None,
            most => Some(most.parse().ok().filter(|most| least <= *most)?),
        };
        Some((least, most))
    }
}

fn negated(set: Set) -> Set {
    Set {
        is_negated: true,
        ..set
    }
}

fn distance(steps: &[Step]) -> isize {
    steps.len().cast_signed()
}
