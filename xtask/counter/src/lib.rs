//! A plugin for QEMU that counts the instructions that a program executes between two of its functions.
//!
//! Load it with `-plugin libpassant_instruction_counter.so,from=ADDRESS,to=ADDRESS`. Each time execution reaches the second
//! address, the plugin prints the number of instructions since the first, without both calls. The numbers are exact,
//! because nothing is timed. The interface is that of [QEMU TCG
//! plugins](https://www.qemu.org/docs/master/devel/tcg-plugins.html).

#![cfg(target_os = "linux")]

use std::ffi::{CStr, c_char, c_int, c_uint, c_void};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// The version of the plugin interface. `xtask` finds out which version the installed QEMU expects.
// SAFETY: QEMU looks for this name, and no other plugin is in this library.
#[unsafe(no_mangle)]
pub static qemu_plugin_version: c_int = match option_env!("PASSANT_QEMU_PLUGIN_VERSION") {
    Some(version) => (version.as_bytes()[0] - b'0') as c_int,
    None => 1,
};

static EXECUTED: AtomicU64 = AtomicU64::new(0);
static AT_START: AtomicU64 = AtomicU64::new(0);
static FROM: AtomicU64 = AtomicU64::new(0);
static TO: AtomicU64 = AtomicU64::new(0);

/// A block of translated instructions; only QEMU looks inside.
#[repr(C)]
struct Block([u8; 0]);

/// One instruction of a [`Block`].
#[repr(C)]
struct Instruction([u8; 0]);

type TranslationCallback = extern "C" fn(id: u64, block: *mut Block);
type ExecutionCallback = extern "C" fn(vcpu: c_uint, data: *mut c_void);

/// The callbacks do not touch registers (`QEMU_PLUGIN_CB_NO_REGS`).
const NO_REGISTERS: c_int = 0;

unsafe extern "C" {
    fn qemu_plugin_register_vcpu_tb_trans_cb(id: u64, callback: TranslationCallback);
    fn qemu_plugin_tb_n_insns(block: *const Block) -> usize;
    fn qemu_plugin_tb_get_insn(block: *const Block, index: usize) -> *mut Instruction;
    fn qemu_plugin_insn_vaddr(instruction: *const Instruction) -> u64;
    fn qemu_plugin_register_vcpu_insn_exec_cb(
        instruction: *mut Instruction,
        callback: ExecutionCallback,
        flags: c_int,
        data: *mut c_void,
    );
}

/// Called once when the plugin is loaded.
///
/// # Safety
///
/// `arguments` must point to `count` C strings.
// SAFETY: QEMU looks for this name, and no other plugin is in this library.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn qemu_plugin_install(
    id: u64,
    _info: *const c_void,
    count: c_int,
    arguments: *const *const c_char,
) -> c_int {
    for index in 0..usize::try_from(count).unwrap_or(0) {
        // SAFETY: the caller promises this many strings.
        let argument = unsafe { CStr::from_ptr(*arguments.add(index)) }.to_string_lossy();
        let number = |text: &str| u64::from_str_radix(text.trim_start_matches("0x"), 16).ok();
        match argument
            .split_once('=')
            .map(|(key, value)| (key, number(value)))
        {
            Some(("from", Some(address))) => FROM.store(address, Relaxed),
            Some(("to", Some(address))) => TO.store(address, Relaxed),
            _ => {
                eprintln!(
                    "instruction counter: cannot use {argument}; expected from=0x… and to=0x…"
                );
                return 1;
            }
        }
    }
    // SAFETY: `id` is this plugin's, and the callback lives as long as the library.
    unsafe { qemu_plugin_register_vcpu_tb_trans_cb(id, translate) };
    0
}

/// Registers a callback for each instruction of a block.
extern "C" fn translate(_id: u64, block: *mut Block) {
    // SAFETY: QEMU lends the block and its instructions for the time of this call, and there are that many.
    unsafe {
        for index in 0..qemu_plugin_tb_n_insns(block) {
            let instruction = qemu_plugin_tb_get_insn(block, index);
            let address = qemu_plugin_insn_vaddr(instruction);
            let callback = if address == FROM.load(Relaxed) {
                start
            } else if address == TO.load(Relaxed) {
                stop
            } else {
                count
            };
            qemu_plugin_register_vcpu_insn_exec_cb(
                instruction,
                callback,
                NO_REGISTERS,
                std::ptr::null_mut(),
            );
        }
    }
}

// There is one processor, so loads and stores need not be atomic read-modify-write operations.
extern "C" fn count(_vcpu: c_uint, _data: *mut c_void) {
    EXECUTED.store(EXECUTED.load(Relaxed) + 1, Relaxed);
}

extern "C" fn start(_vcpu: c_uint, _data: *mut c_void) {
    AT_START.store(EXECUTED.load(Relaxed), Relaxed);
}

extern "C" fn stop(_vcpu: c_uint, _data: *mut c_void) {
    eprintln!(
        "instructions {}",
        EXECUTED.load(Relaxed) - AT_START.load(Relaxed)
    );
}
