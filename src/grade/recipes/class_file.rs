//! Reads the class files of Java, as far as it takes to find a `main`:
//! <https://docs.oracle.com/javase/specs/jvms/se17/html/jvms-4.html>.

/// The flags of a method that is public and static.
const PUBLIC_STATIC: u16 = 0x0001 | 0x0008;

/// The descriptor of a method that takes an array of strings and returns nothing.
const OF_STRINGS: &str = "([Ljava/lang/String;)V";

/// The full name of the class, if it has a `public static void main(String[])`; `None` also for what is no class file.
pub fn class_with_main(bytes: &[u8]) -> Option<String> {
    let mut reader = Reader(bytes);
    if reader.u32()? != 0xcafe_babe {
        return None;
    }
    reader.skip(4)?; // the version
    let pool = constant_pool(&mut reader)?;
    reader.skip(2)?; // the flags of the class
    let class = reader.u16()?;
    reader.skip(2)?; // the class above
    let interfaces = reader.u16()?;
    reader.skip(2 * usize::from(interfaces))?;
    let _fields = members(&mut reader)?;
    let text = |index: u16| match pool.get(usize::from(index)) {
        Some(Constant::Text(text)) => Some(text.as_str()),
        _ => None,
    };
    let is_main = |&[flags, name, descriptor]: &[u16; 3]| {
        flags & PUBLIC_STATIC == PUBLIC_STATIC && text(name) == Some("main") && text(descriptor) == Some(OF_STRINGS)
    };
    let Some(Constant::Class(name)) = pool.get(usize::from(class)) else { return None };
    members(&mut reader)?.iter().any(is_main).then_some(text(*name)?.replace('/', "."))
}

/// An entry of the pool to which the rest of the file refers by numbers.
enum Constant {
    Text(String),
    /// A class, whose name is another entry.
    Class(u16),
    Other,
}

fn constant_pool(reader: &mut Reader) -> Option<Vec<Constant>> {
    let count = reader.u16()?.into();
    // Entries are numbered from 1.
    let mut pool = vec![Constant::Other];
    while pool.len() < count {
        let tag = reader.skip(1)?[0];
        let constant = match tag {
            1 => {
                let length = reader.u16()?;
                Constant::Text(String::from_utf8(reader.skip(length.into())?.to_vec()).unwrap_or_default())
            }
            7 => Constant::Class(reader.u16()?),
            _ => {
                let length = match tag {
                    8 | 16 | 19 | 20 => 2,
                    15 => 3,
                    3 | 4 | 9..=12 | 17 | 18 => 4,
                    5 | 6 => 8,
                    _ => return None,
                };
                reader.skip(length).map(|_| Constant::Other)?
            }
        };
        pool.push(constant);
        // A number of eight bytes takes two entries.
        if matches!(tag, 5 | 6) {
            pool.push(Constant::Other);
        }
    }
    Some(pool)
}

/// The fields or methods: flags, and the numbers of name and descriptor.
fn members(reader: &mut Reader) -> Option<Vec<[u16; 3]>> {
    let count = reader.u16()?;
    let member = |_| {
        let member = [reader.u16()?, reader.u16()?, reader.u16()?];
        for _ in 0..reader.u16()? {
            reader.skip(2)?; // the name of the attribute
            let length = reader.u32()?;
            reader.skip(usize::try_from(length).ok()?)?;
        }
        Some(member)
    };
    (0..count).map(member).collect()
}

/// Reads numbers whose first byte is the highest.
struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    fn skip(&mut self, count: usize) -> Option<&'a [u8]> {
        let (skipped, rest) = self.0.split_at_checked(count)?;
        self.0 = rest;
        Some(skipped)
    }

    fn u16(&mut self) -> Option<u16> {
        Some(u16::from_be_bytes(self.skip(2)?.try_into().ok()?))
    }

    fn u32(&mut self) -> Option<u32> {
        Some(u32::from_be_bytes(self.skip(4)?.try_into().ok()?))
    }
}
