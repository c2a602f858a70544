//! Reads Java class files to find a `main` method (<https://docs.oracle.com/javase/specs/jvms/se17/html/jvms-4.html>).

const PUBLIC_STATIC: u16 = 0x0001 | 0x0008;

/// The descriptor of a method that takes an array of strings and returns nothing.
const OF_STRINGS: &str = "([Ljava/lang/String;)V";

/// The tags of two kinds of constants: a text, and a class, which refers to the text of its name.
const TEXT: u8 = 1;
const CLASS: u8 = 7;

/// The full name of the class; `None` without a `public static void main(String[])`, or if the file is not a class
/// file.
pub fn class_with_main(file: &[u8]) -> Option<String> {
    let mut rest = file.strip_prefix(b"\xca\xfe\xba\xbe")?;
    rest.split_off(..4)?; // the version
    let constants = constants(&mut rest)?;
    rest.split_off(..2)?; // the flags of the class
    let class = number(&mut rest)?;
    rest.split_off(..2)?; // the superclass
    let interfaces = number(&mut rest)?;
    rest.split_off(..2 * usize::from(interfaces))?;
    let _fields = members(&mut rest)?;
    let text = |index: u16| match constants.get(usize::from(index)) {
        Some((TEXT, text)) => str::from_utf8(text).ok(),
        _ => None,
    };
    let is_main = |&[flags, name, descriptor]: &[u16; 3]| {
        flags & PUBLIC_STATIC == PUBLIC_STATIC && text(name) == Some("main") && text(descriptor) == Some(OF_STRINGS)
    };
    let Some(&(CLASS, mut name)) = constants.get(usize::from(class)) else { return None };
    members(&mut rest)?.iter().any(is_main).then_some(text(number(&mut name)?)?.replace('/', "."))
}

/// The constants of a class file, each with a tag and bytes. The rest of the file refers to them by numbers from 1.
fn constants<'f>(rest: &mut &'f [u8]) -> Option<Vec<(u8, &'f [u8])>> {
    let count = number(rest)?.into();
    let unused: (u8, &[u8]) = (0, &[]);
    let mut constants = vec![unused];
    while constants.len() < count {
        let tag = *rest.split_off_first()?;
        let length = match tag {
            TEXT => number(rest)?.into(),
            CLASS | 8 | 16 | 19 | 20 => 2,
            15 => 3,
            3 | 4 | 9..=12 | 17 | 18 => 4,
            5 | 6 => 8,
            _ => return None,
        };
        constants.push((tag, rest.split_off(..length)?));
        // A constant with eight bytes takes two numbers in the list.
        if matches!(tag, 5 | 6) {
            constants.push(unused);
        }
    }
    Some(constants)
}

/// The fields or methods of a class: flags, number of the name, and number of the descriptor.
fn members(rest: &mut &[u8]) -> Option<Vec<[u16; 3]>> {
    let count = number(rest)?;
    let member = |_| {
        let member = [number(rest)?, number(rest)?, number(rest)?];
        for _ in 0..number(rest)? {
            rest.split_off(..2)?; // the name of the attribute
            let length = u32::from_be_bytes(rest.split_off(..4)?.try_into().ok()?);
            rest.split_off(..usize::try_from(length).ok()?)?;
        }
        Some(member)
    };
    (0..count).map(member).collect()
}

/// Reads a number from two bytes; the high byte comes first.
fn number(rest: &mut &[u8]) -> Option<u16> {
    Some(u16::from_be_bytes(rest.split_off(..2)?.try_into().ok()?))
}
