//! The file that shows that the engine misbehaves.

use std::fs::File;
use std::io;
use std::path::Path;
use std::sync::Mutex;

/// The open file.
static HELD: Mutex<Option<File>> = Mutex::new(None);

/// Makes the file. On Windows no other process can open it before this one ends, which shows a test that it has ended.
pub(crate) fn make(sign: &Path) -> io::Result<()> {
    let mut held = HELD.lock().map_err(|_| io::Error::other("a panic"))?;
    if held.is_none() {
        let mut options = File::options();
        options.write(true).create(true);
        #[cfg(windows)]
        std::os::windows::fs::OpenOptionsExt::share_mode(&mut options, 0);
        *held = Some(options.open(sign)?);
    }
    Ok(())
}
