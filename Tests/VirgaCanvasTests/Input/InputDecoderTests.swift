import Testing
import VirgaCanvas
import VirgaTestSupport

@Suite("Input decoder") struct InputDecoderTests {
  /// The bytes that terminals send, and their events.
  static let table: [TestRow<(bytes: String, events: [TerminalEvent])>] = [
    TestRow("a letter", ("j", keys("j"))),
    TestRow("an upper-case letter", ("G", keys("G"))),
    TestRow("a blank", (" ", keys("Space"))),
    TestRow("a letter of two bytes", ("é", keys("é"))),
    TestRow("a letter of three bytes", ("漢", keys("漢"))),
    TestRow("a letter of four bytes", ("😀", keys("😀"))),
    TestRow("a letter and a mark", ("e\u{301}", [.key(KeyPress("e")), .key(KeyPress("\u{301}"))])),
    TestRow("carriage return", ("\r", keys("Enter"))),
    TestRow("line feed", ("\n", keys("Enter"))),
    TestRow("tab", ("\t", keys("Tab"))),
    TestRow("delete", ("\u{7F}", keys("Backspace"))),
    TestRow("backspace", ("\u{8}", keys("Backspace"))),
    TestRow("null", ("\u{0}", keys("Ctrl-Space"))),
    TestRow("the first and the last control letter", ("\u{1}\u{1A}", keys("Ctrl-A", "Ctrl-Z"))),
    TestRow(
      "control characters after the letters",
      ("\u{1C}\u{1D}\u{1E}\u{1F}", keys("Ctrl-\\", "Ctrl-]", "Ctrl-^", "Ctrl-_"))),
    TestRow("Alt with a letter", ("\u{1B}x", keys("Alt-x"))),
    TestRow("a start-of-string control", ("\u{1B}X\u{1B}\\", [])),
    TestRow("Alt with a letter of two bytes", ("\u{1B}é", keys("Alt-é"))),
    TestRow("Alt-Enter", ("\u{1B}\r", keys("Alt-Enter"))),
    TestRow("Ctrl-Alt with a letter", ("\u{1B}\u{4}", keys("Ctrl-Alt-D"))),
    TestRow("Alt-Backspace", ("\u{1B}\u{7F}", keys("Alt-Backspace"))),
    TestRow(
      "arrow keys", ("\u{1B}[A\u{1B}[B\u{1B}[C\u{1B}[D", keys("Up", "Down", "Right", "Left"))),
    TestRow(
      "arrow keys in application mode",
      ("\u{1B}OA\u{1B}OB\u{1B}OC\u{1B}OD", keys("Up", "Down", "Right", "Left"))),
    TestRow(
      "Home and End", ("\u{1B}[H\u{1B}[F\u{1B}OH\u{1B}OF", keys("Home", "End", "Home", "End"))),
    TestRow(
      "Home and End by number",
      ("\u{1B}[1~\u{1B}[4~\u{1B}[7~\u{1B}[8~", keys("Home", "End", "Home", "End"))),
    TestRow(
      "Insert, Delete and pages",
      ("\u{1B}[2~\u{1B}[3~\u{1B}[5~\u{1B}[6~", keys("Insert", "Delete", "PgUp", "PgDn"))),
    TestRow("F1 to F4", ("\u{1B}OP\u{1B}OQ\u{1B}OR\u{1B}OS", keys("F1", "F2", "F3", "F4"))),
    TestRow(
      "function keys by number",
      (
        "\u{1B}[11~\u{1B}[15~\u{1B}[17~\u{1B}[21~\u{1B}[24~\u{1B}[34~",
        keys("F1", "F5", "F6", "F10", "F12", "F20")
      )),
    TestRow("function keys of the Linux console", ("\u{1B}[[A\u{1B}[[E", keys("F1", "F5"))),
    TestRow(
      "the keypad in application mode",
      ("\u{1B}OM\u{1B}Op\u{1B}Oy\u{1B}Ok", keys("Enter", "0", "9", "+"))),
    TestRow("Shift-Tab", ("\u{1B}[Z", keys("Shift-Tab"))),
    TestRow(
      "keys with modifiers",
      (
        "\u{1B}[1;2A\u{1B}[1;5C\u{1B}[1;3D\u{1B}[1;8H",
        keys("Shift-Up", "Ctrl-Right", "Alt-Left", "Ctrl-Alt-Shift-Home")
      )),
    TestRow(
      "function keys with modifiers",
      (
        "\u{1B}O5C\u{1B}[3;5~\u{1B}[15;2~\u{1B}[1;5P",
        keys("Ctrl-Right", "Ctrl-Delete", "Shift-F5", "Ctrl-F1")
      )),
    TestRow(
      "keys that xterm reports",
      ("\u{1B}[27;5;13~\u{1B}[27;2;9~\u{1B}[27;6;68~", keys("Ctrl-Enter", "Shift-Tab", "Ctrl-D"))),
    TestRow(
      "keys by code",
      ("\u{1B}[13;5u\u{1B}[97;5u\u{1B}[97;2u\u{1B}[27u", keys("Ctrl-Enter", "Ctrl-A", "A", "Esc"))),
    TestRow("a shifted key by code", ("\u{1B}[97:65;2:1u\u{1B}[57441u", keys("A"))),
    // A repeated key is pressed, a released one is not.
    TestRow(
      "a repeated key is pressed, a released one is not",
      ("\u{1B}[98;1:1u\u{1B}[98;1:2u\u{1B}[98;1:3u", keys("b", "b"))),
    TestRow(
      "released keys by code", ("\u{1B}[13;1:3u\u{1B}[9;2:3u\u{1B}[127;5:3u\u{1B}[27;1:3u", [])),
    TestRow(
      "released keys by letter",
      ("\u{1B}[1;1:1A\u{1B}[1;1:3A\u{1B}[1;5:3C\u{1B}[1;1:3P\u{1B}[1;2:3Z", keys("Up"))),
    TestRow(
      "repeated and released keys by number",
      ("\u{1B}[3;1:2~\u{1B}[3;1:3~\u{1B}[13;2:3~\u{1B}[57417;1:3u", keys("Delete"))),
    // Shift gives the character that the layout has there, Caps Lock the other case.
    TestRow(
      "shift gives the character of the layout",
      ("\u{1B}[49:33;2u\u{1B}[55:47;2:1u\u{1B}[97:65;4u", keys("!", "/", "Alt-A"))),
    TestRow(
      "Caps Lock gives the other case",
      ("\u{1B}[98;65u\u{1B}[98:66;66u\u{1B}[49;65u\u{1B}[98;69u", keys("B", "b", "1", "Ctrl-B"))),
    // Shortcuts follow a US keyboard where the layout has other letters.
    TestRow(
      "shortcuts follow a US keyboard",
      ("\u{1B}[1089::99;5u\u{1B}[1089:1057:99;4u\u{1B}[1089::99u", keys("Ctrl-C", "Alt-C", "с"))),
    // The text is what was typed, unless the key is a shortcut.
    TestRow(
      "the text is what was typed",
      ("\u{1B}[97;;228u\u{1B}[0;;229:1080u\u{1B}[50:34;2;34u", keys("ä", "å", "и", "\""))),
    TestRow(
      "the text of a shortcut is ignored",
      (
        "\u{1B}[108;3;64u\u{1B}[113;7;64u\u{1B}[97;5;97u\u{1B}[97:65;4;65u",
        keys("@", "@", "Ctrl-A", "Alt-A")
      )),
    TestRow(
      "the text of a released key is ignored",
      ("\u{1B}[97;;98:3u\u{1B}[97;1:3;97u\u{1B}[13;;13u", keys("b", "Enter"))),
    TestRow(
      "a text of 20 characters",
      (
        "\u{1B}[0;;" + Array(repeating: "20320", count: 20).joined(separator: ":") + "u",
        keys("你", count: 20)
      )),
    // Super and Hyper belong to the desktop, Meta is Alt, and Num Lock changes nothing.
    TestRow(
      "Super, Hyper, Meta and Num Lock",
      (
        "\u{1B}[98;9u\u{1B}[98;17u\u{1B}[27;5;98~\u{1B}[98;33u\u{1B}[98;129u",
        keys("Ctrl-B", "Alt-b", "b")
      )),
    TestRow(
      "the keypad by code", ("\u{1B}[57399u\u{1B}[57410u\u{1B}[57414u", keys("0", "/", "Enter"))),
    TestRow(
      "more keys by code",
      ("\u{1B}[57420;2u\u{1B}[57376u\u{1B}[57398u", keys("Shift-Down", "F13", "F35"))),
    TestRow("the focus", ("\u{1B}[I\u{1B}[O", [.focus(true), .focus(false)])),
    TestRow("a mouse press", ("\u{1B}[<0;10;5M", [mouse(.press, .left, 9, 4)])),
    TestRow("a mouse release", ("\u{1B}[<0;10;5m", [mouse(.release, .left, 9, 4)])),
    TestRow("a drag", ("\u{1B}[<34;300;5M", [mouse(.drag, .right, 299, 4)])),
    TestRow("a move without a button", ("\u{1B}[<35;3;5M", [])),
    TestRow(
      "the wheel",
      (
        "\u{1B}[<64;1;1M\u{1B}[<65;1;1M\u{1B}[<66;1;1M",
        [mouse(.wheelUp, nil, 0, 0), mouse(.wheelDown, nil, 0, 0)]
      )),
    TestRow("a press with Ctrl", ("\u{1B}[<17;2;2M", [mouse(.press, .middle, 1, 1, .control)])),
    TestRow("an old mouse press", ("\u{1B}[M !!", [mouse(.press, .left, 0, 0)])),
    TestRow("an old mouse release", ("\u{1B}[M#*%", [mouse(.release, nil, 9, 4)])),
    TestRow(
      "an old wheel and a key", ("\u{1B}[M`*%x", [mouse(.wheelUp, nil, 9, 4), .key(KeyPress("x"))])),
    TestRow(
      "a paste",
      (
        "\u{1B}[200~q\u{1B}[31m\r\nyes\rno\u{1B}[201~q",
        [.paste("q\u{1B}[31m\nyes\nno"), .key(KeyPress("q"))]
      )),
    TestRow("an empty paste", ("\u{1B}[200~\u{1B}[201~\u{1B}[201~", [.paste("")])),
    TestRow(
      "the background",
      ("\u{1B}]11;rgb:ff/0/80\u{7}a", [.background(RGB(255, 0, 128))] + keys("a"))),
    TestRow(
      "the background with long components and opacity",
      ("\u{1B}]11;rgba:fdfd/f6f6/e3e3/ffff\u{1B}\\", [.background(RGB(253, 246, 227))])),
    TestRow("another color", ("\u{1B}]10;rgb:ff/ff/ff\u{7}a", keys("a"))),
    TestRow("a background without a color", ("\u{1B}]11;?\u{7}\u{1B}]11;rgb:1/2\u{7}a", keys("a"))),
    TestRow("a background of too many digits", ("\u{1B}]11;rgb:fffff/0/0\u{7}a", keys("a"))),
    TestRow("a terminal name", ("\u{1B}P>|xterm\u{1B}\\b", keys("b"))),
    TestRow("mode reports", ("\u{1B}[?62;c\u{1B}[?2026;2$yz", keys("z"))),
    TestRow("a sequence that another one interrupts", ("\u{1B}[12\u{1B}[A", keys("Up"))),
    TestRow("a sequence that Enter interrupts", ("\u{1B}[1\r", keys("Enter"))),
    TestRow("a number that is too large", ("\u{1B}[99999999999999999999~k", keys("k"))),
    TestRow("a cursor report", ("\u{1B}[24;80Rk", keys("k"))),
    TestRow(
      "a sequence with 500 numbers",
      ("\u{1B}[" + String(repeating: "1;", count: 500) + "Ak", keys("k"))),
    TestRow(
      "a string of 5,000 characters",
      ("\u{1B}]" + String(repeating: "x", count: 5000) + "\u{1B}\\k", keys("k"))),
  ]

  static func keys(_ name: String, count: Int) -> [TerminalEvent] {
    (0..<count).flatMap { _ in keys(name) }
  }

  static func keys(_ names: String...) -> [TerminalEvent] {
    names.compactMap { KeyPress($0).map { .key($0) } }
  }

  static func mouse(
    _ action: MouseEvent.Action, _ button: MouseEvent.Button?, _ column: Int, _ row: Int,
    _ modifiers: Modifiers = []
  ) -> TerminalEvent {
    .mouse(
      MouseEvent(action, button: button, at: Point(column: column, row: row), modifiers: modifiers))
  }

  @Test("decodes what terminals send", arguments: table)
  func decoding(_ row: TestRow<(bytes: String, events: [TerminalEvent])>) {
    var decoder = InputDecoder()
    #expect(decoder.feed(Array(row.values.bytes.utf8)) == row.values.events)
    #expect(!decoder.isPending)
  }

  @Test("decodes the same however the bytes are split", arguments: table)
  func splitting(_ row: TestRow<(bytes: String, events: [TerminalEvent])>) {
    let bytes = Array(row.values.bytes.utf8)
    for cut in 0...min(bytes.count, 300) {
      var decoder = InputDecoder()
      let events = decoder.feed(bytes[..<cut]) + decoder.feed(bytes[cut...])
      #expect(events == row.values.events)
    }
    var decoder = InputDecoder()
    #expect(bytes.flatMap { decoder.feed([$0]) } == row.values.events)
  }

  @Test("a lone Esc waits for the timeout") func loneEscape() {
    var decoder = InputDecoder()
    #expect(decoder.feed([0x1B]) == [])
    #expect(decoder.isPending)
    #expect(decoder.pendingTimeout == 25)
    #expect(decoder.timeout() == Self.keys("Esc"))
    #expect(!decoder.isPending)
    #expect(decoder.timeout() == [])
  }

  @Test("two Esc bytes are two keys") func twoEscapes() {
    var decoder = InputDecoder()
    #expect(decoder.feed([0x1B, 0x1B]) == Self.keys("Esc"))
    #expect(decoder.timeout() == Self.keys("Esc"))
  }

  @Test(
    "the start of a sequence alone is an Alt key",
    arguments: [("\u{1B}[", "Alt-["), ("\u{1B}O", "Alt-O"), ("\u{1B}P", "Alt-P")])
  func altKeys(bytes: String, key: String) {
    var decoder = InputDecoder()
    #expect(decoder.feed(Array(bytes.utf8)) == [])
    #expect(decoder.timeout() == Self.keys(key))
  }

  @Test(
    "an unfinished sequence neither types text nor blocks",
    arguments: [
      "\u{1B}[12", "\u{1B}[<0;1", "\u{1B}[M!", "\u{1B}]0;title", "\u{1B}P1$r", "\u{1B}[1;",
    ])
  func unfinishedSequence(bytes: String) {
    var decoder = InputDecoder()
    #expect(decoder.feed(Array(bytes.utf8)) == [])
    #expect(decoder.timeout() == [])
    #expect(!decoder.isPending)
    #expect(decoder.feed(Array("j".utf8)) == Self.keys("j"))
  }

  @Test("the late rest of a sequence is not typed as text") func lateRest() {
    var decoder = InputDecoder()
    #expect(decoder.feed(Array("\u{1B}[<0;10".utf8)) == [])
    #expect(decoder.timeout() == [])
    #expect(decoder.feed(Array(";5Mj".utf8)) == [Self.mouse(.press, .left, 9, 4)] + Self.keys("j"))
  }

  @Test("the late rest of the background is not typed as text") func lateBackground() {
    var decoder = InputDecoder()
    #expect(decoder.feed(Array("\u{1B}]11;rgb:ff".utf8)) == [])
    #expect(decoder.timeout() == [])
    let white: TerminalEvent = .background(RGB(255, 255, 255))
    #expect(decoder.feed(Array("ff/ffff/ffff\u{7}j".utf8)) == [white] + Self.keys("j"))
  }

  @Test("a key after the start of the background is not lost") func brokenBackground() {
    var decoder = InputDecoder()
    #expect(decoder.feed(Array("\u{1B}]11;rgb:ff".utf8)) == [])
    #expect(decoder.timeout() == [])
    #expect(decoder.feed(Array("j".utf8)) == Self.keys("j"))
  }

  @Test(
    "invalid UTF-8 is dropped",
    arguments: [
      TestRow("a byte that begins nothing", [0xFF]),
      TestRow("a beginning without an end", [0xC3]),
      TestRow("two bytes of three", [0xE6, 0xBC]),
      TestRow("an overlong form", [0xC0, 0x80]),
      TestRow("a surrogate", [0xED, 0xA0, 0x80]),
      TestRow("a scalar beyond Unicode", [0xF5, 0x80]),
      TestRow("a control character of Latin-1", [0xC2, 0x9B]),
      TestRow("a continuation without a beginning", [0x80]),
    ] as [TestRow<[UInt8]>])
  func invalidText(_ row: TestRow<[UInt8]>) {
    let bytes = row.values
    var decoder = InputDecoder()
    #expect(decoder.feed(bytes) == [])
    #expect(decoder.feed(Array("j".utf8)) == Self.keys("j"))
  }

  @Test("the terminal's known sequences take precedence") func knownSequences() {
    let up: [UInt8] = Array("\u{1B}[3$".utf8)
    var decoder = InputDecoder(keys: [up: KeyPress(.delete, .shift), [0x71]: KeyPress(.escape)])
    #expect(decoder.feed(up + [0x71]) == Self.keys("Shift-Delete", "q"))
  }

  @Test("a long paste is one event") func longPaste() {
    let text = String(repeating: "{\"key\": \"välue\"}\n", count: 6000)
    var decoder = InputDecoder()
    let bytes = Array("\u{1B}[200~\(text)\u{1B}[201~".utf8)
    var events: [TerminalEvent] = []
    for start in stride(from: 0, to: bytes.count, by: 4096) {
      events += decoder.feed(bytes[start..<min(start + 4096, bytes.count)])
    }
    #expect(events == [.paste(text)])
  }

  @Test("a paste is cut at its limit") func pasteLimit() {
    let bytes = Array("\u{1B}[200~0123456789\u{1B}[201~j".utf8)
    var whole = InputDecoder(pasteLimit: 4)
    #expect(whole.feed(bytes) == [.paste("0123")] + Self.keys("j"))
    var single = InputDecoder(pasteLimit: 4)
    #expect(bytes.flatMap { single.feed([$0]) } == [.paste("0123")] + Self.keys("j"))
  }

  @Test("an unfinished paste is delivered after a timeout") func unfinishedPaste() {
    var decoder = InputDecoder()
    #expect(decoder.feed(Array("\u{1B}[200~half".utf8)) == [])
    #expect(decoder.isPending)
    #expect(decoder.pendingTimeout > 1000)
    #expect(decoder.timeout() == [.paste("half")])
    #expect(decoder.feed(Array("\u{1B}[201~j".utf8)) == Self.keys("j"))
  }

  @Test("hostile bytes decode the same however they are split") func hostileBytes() {
    var random = SeededRandom(seed: 0x5EED)
    let parts = [
      "\u{1B}", "[", "O", "<", "M", ";", "200~", "201~", "]", "\\", "\u{7}", "12", "é", "u", "~",
      "a",
    ]
    for _ in 0..<400 {
      var bytes: [UInt8] = []
      for _ in 0..<Int.random(in: 1...60, using: &random) {
        if Bool.random(using: &random) {
          bytes += Array((parts.randomElement(using: &random) ?? "").utf8)
        } else {
          bytes.append(UInt8.random(in: 0...255, using: &random))
        }
      }
      var whole = InputDecoder()
      let expected = whole.feed(bytes)
      var single = InputDecoder()
      #expect(bytes.flatMap { single.feed([$0]) } == expected)
      #expect(single.timeout() == whole.timeout())
    }
  }
}
