//! What a lock may look like, and what is refused with which place.

use super::*;

fn refused(text: &str) -> String {
    LockFile::read(text.as_bytes().to_vec()).unwrap_err().to_string()
}

fn lock() -> String {
    locked(&dual(A), "1.4.0")
}

#[test]
fn a_lock_has_sections_in_the_order_of_the_file() {
    let lock = LockFile::read(lock().into_bytes()).unwrap();
    let kinds: Vec<SectionKind> = lock.sections().iter().map(|section| section.kind).collect();
    assert_eq!(kinds, [SectionKind::Declared, SectionKind::Modern]);
    assert!(lock.sections().iter().all(|section| section.version == "1.4.0" && section.is_intact()));
    assert!(LockFile::read(b"{}".to_vec()).unwrap().sections().is_empty());
}

#[test]
fn windows_line_ends_and_any_white_space_are_fine() {
    let crlf = lock().replace('\n', "\r\n");
    assert!(LockFile::read(crlf.into_bytes()).unwrap().sections().iter().all(Section::is_intact));
    let tight: String = lock().lines().map(str::trim_start).collect();
    assert!(LockFile::read(tight.into_bytes()).unwrap().sections().iter().all(Section::is_intact));
}

#[test]
fn a_truncated_lock_is_refused_wherever_it_is_cut() {
    let lock = lock();
    let whole = lock.trim_end().len();
    for length in 0..whole {
        let error = LockFile::read(lock.as_bytes()[..length].to_vec()).unwrap_err();
        assert!(matches!(error, LockError::Json(_)), "{length}: {error}");
    }
    assert_eq!(
        refused(&lock[..lock.find("\"1.4.0").unwrap() + 3]),
        "line 4, column 18: the text ends where the closing `\"` of a string should stand"
    );
    assert_eq!(
        LockFile::read(lock.as_bytes()[..40].to_vec()).unwrap_err().hint(),
        "the file is cut off: restore it from version control"
    );
}

#[test]
fn a_merge_conflict_is_called_by_its_name() {
    let lock = lock();
    let ours = "    \"versao\": \"1.4.0\",";
    let conflict = format!("<<<<<<< HEAD\n{ours}\n=======\n    \"versao\": \"1.5.0\",\n>>>>>>> feature");
    let merged = lock.replacen(ours, &conflict, 1);
    assert_eq!(refused(&merged), "line 4: a merge conflict is not resolved (`<<<<<<<`)");
    assert_eq!(refused(&merged.replace('\n', "\r\n")), "line 4: a merge conflict is not resolved (`<<<<<<<`)");
    let end_only = merged.replace("<<<<<<< HEAD\n", "").replace("=======\n", "");
    assert_eq!(refused(&end_only), "line 6: a merge conflict is not resolved (`>>>>>>>`)");
    // A text inside a string is none: the file is whole.
    let tools = r#"[{"name":"a","description":"\n<<<<<<< HEAD\n"}]"#;
    assert!(LockFile::read(locked(&capture(tools), "1.0.0").into_bytes()).is_ok());
}

#[test]
fn a_byte_order_mark_is_refused_with_advice() {
    let error = LockFile::read(format!("\u{feff}{}", lock()).into_bytes()).unwrap_err();
    assert_eq!(error.to_string(), "line 1, column 1: a byte-order mark stands before the value");
    assert_eq!(error.hint(), "save the file as UTF-8 without a byte-order mark");
}

#[test]
fn a_key_that_stands_twice_is_refused_at_every_level_we_know() {
    let lock = lock();
    for (path, member) in [
        ("/modern", "\n  \"modern\": {},"),
        ("/declarada/versao", "\n    \"versao\": \"1.4.0\","),
        ("/declarada/sha256", "\n    \"sha256\": \"\","),
        ("/declarada/conteudo", "\n    \"conteudo\": {},"),
        ("/declarada/conteudo/tools", "\n      \"tools\": [],"),
        ("/$mcpledge/declarada", "\n    \"declarada\": {},"),
    ] {
        let at = lock
            .find(member.trim_end_matches(['{', '}', '[', ']', ',', '"', ' ']))
            .unwrap_or_else(|| panic!("{member}"));
        let twice = format!("{}{member}{}", &lock[..at], &lock[at..]);
        let error = refused(&twice);
        assert!(error.ends_with(&format!("({path}): the key stands twice")), "{path}: {error}");
    }
    let profiles = locked_profiles().replace("      \"b\": {", "      \"a\": {");
    assert!(refused(&profiles).ends_with("(/declarada/conteudo/a): the key stands twice"), "{}", refused(&profiles));
}

fn locked_profiles() -> String {
    let one = asked(Mode::Write, "1.0.0").profile("a").of(None, &capture(A)).unwrap().text.unwrap();
    asked(Mode::Write, "1.0.0").profile("b").of(Some(&one), &capture(A_TOLD)).unwrap().text.unwrap()
}

#[test]
fn wrong_types_are_told_with_their_place() {
    for (wrong, told) in [
        ("[]", "line 1, column 1 (/): an object expected, found array"),
        ("{\n \"declarada\": []}", "line 2, column 15 (/declarada): an object expected, found array"),
        ("{\"declarada\": {\"versao\": 1}}", "line 1, column 26 (/declarada/versao): a string expected, found number"),
        ("{\"declarada\": {}}", "line 1, column 15 (/declarada): `versao` is missing"),
        (
            "{\"declarada\": {\"versao\": \"1\", \"sha256\": null}}",
            "line 1, column 41 (/declarada/sha256): a string expected, found null",
        ),
        (
            "{\"declarada\": {\"versao\": \"1\", \"sha256\": \"\"}}",
            "line 1, column 15 (/declarada): `conteudo` is missing",
        ),
        (
            "{\"declarada\": {\"versao\": \"1\", \"sha256\": \"\", \"conteudo\": 7}}",
            "line 1, column 57 (/declarada/conteudo): an object expected, found number",
        ),
        (
            "{\"declarada\": {\"versao\": \"1\", \"sha256\": \"\", \"conteudo\": {}}}",
            "line 1, column 57 (/declarada/conteudo): `initialize` is missing",
        ),
        (
            "{\"declarada\": {\"versao\": \"1\", \"sha256\": \"\", \"conteudo\": {\"initialize\": {}, \"tools\": {}}}}",
            "line 1, column 85 (/declarada/conteudo/tools): an array or null expected, found object",
        ),
        (
            "{\"declarada\": {\"versao\": \"1\", \"sha256\": \"\", \"conteudo\": {\"tools\": []}}}",
            "line 1, column 57 (/declarada/conteudo): `initialize` is missing",
        ),
        (
            "{\"declarada\": {\"versao\": \"1\", \"sha256\": \"\", \"conteudo\": {\"a/b\": {\"initialize\": 1}}}}",
            "line 1, column 80 (/declarada/conteudo/a~1b/initialize): an object expected, found number",
        ),
        (
            "{\"modern\": {\"versao\": \"1\", \"sha256\": \"\", \"conteudo\": {}}}",
            "line 1, column 12 (/modern): `form` is missing",
        ),
        (
            "{\"modern\": {\"versao\": \"1\", \"form\": \"x/2\", \"sha256\": \"\", \"conteudo\": {}}}",
            "line 1, column 36 (/modern/form): the form \"x/2\" is not known, only mcpledge/modern-1",
        ),
        ("{\"semToken\": \"x\"}", "line 1, column 14 (/semToken): an object expected, found string"),
        ("{\"$comentario\": 1}", "line 1, column 17 (/$comentario): a string expected, found number"),
        ("{\"$mcpledge\": 1}", "line 1, column 15 (/$mcpledge): an object expected, found number"),
        ("{\"$mcpledge\": {\"modern\": []}}", "line 1, column 26 (/$mcpledge/modern): an object expected, found array"),
    ] {
        assert_eq!(refused(wrong), told, "{wrong}");
    }
}

#[test]
fn a_profile_may_have_any_name() {
    for name in ["initialize", "tools", "a b", "", "é\"\\", "prompts"] {
        let text = asked(Mode::Write, "1.0.0").profile(name).of(None, &capture(A)).unwrap().text.unwrap();
        let lock = LockFile::read(text.into_bytes()).unwrap();
        let section = lock.section(SectionKind::Declared).unwrap();
        assert_eq!(section.profiles(), [name]);
        assert!(section.is_intact() && section.surface(Some(name)).unwrap().is_some());
    }
}

#[test]
fn bytes_that_are_no_text_and_depth_without_end_are_refused() {
    assert!(LockFile::read(b"{\"a\":\"\xff\"}".to_vec()).is_err());
    assert!(LockFile::read("[".repeat(1_000_000).into_bytes()).is_err());
    assert_eq!(refused(""), "line 1, column 1: the text is empty");
}
