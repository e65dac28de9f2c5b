import Testing
import VirgaResources
import VirgaSource
import VirgaTestSupport

@Suite("Android strings") struct AndroidStringsTests {
  static let texts: [(String, String)] = [
    ("plain", "plain"),
    ("", ""),
    ("  two\n   lines  ", "two lines"),
    (#""  kept  ""#, "  kept  "),
    (#"a "  b" c"#, "a   b c"),
    (#"it\'s \"so\"\n\t\@\?\\"#, "it's \"so\"\n\t@?\\"),
    (#"\u00e9\uD83D\uDE80"#, "é🚀"),
    ("&lt;b&gt; &amp;amp; &quot;quoted&quot; &#233;&#x1F680;", "<b> &amp; quoted é🚀"),
    ("&nbsp; &; & &#xD800;", "&nbsp; &; & &#xD800;"),
    ("<b>bold</b> and <i><u>more</u></i>", "bold and more"),
    (#"Hello <xliff:g id="name" example="Ann">%1$s</xliff:g>!"#, "Hello %1$s!"),
    ("a<![CDATA[ <p>  &amp; ]]>b", "a <p>  &amp; b"),
    ("a<!-- nothing -->b", "ab"),
  ]

  @Test("are read as Android reads them", arguments: texts)
  func reading(_ written: String, _ expected: String) {
    let file =
      "<?xml version=\"1.0\"?>\n<resources>\n  <string name=\"k\">\(written)</string>\n</resources>"
    let table = TextTable(android: Array(file.utf8), name: "strings.xml")
    #expect(table.texts.mapValues(\.text) == ["k": expected])
    #expect(table.problems == [])
  }

  @Test("include only strings directly in resources")
  func directChildren() {
    let file = """
      <!DOCTYPE resources [ <!ENTITY x "<string name='no'>no</string>"> ]>
      <resources xmlns:xliff="urn:x">
        <color name="c">#fff</color>
        <string-array name="l"><item>one</item><string name="inner">no</string></string-array>
        <string name='a' translatable="false">A</string>
        <string name="empty"/>
      </resources>
      """
    let table = TextTable(android: Array(file.utf8), name: "strings.xml")
    #expect(table.texts.mapValues(\.text) == ["a": "A", "empty": ""])
  }

  @Test("follow references, also circular ones")
  func references() {
    let file = """
      <resources><string name="a">@string/b</string><string name="b">B</string>
      <string name="x">@string/y</string><string name="y">@string/x</string>
      <string name="lost">@string/none</string></resources>
      """
    let texts = TextTable(android: Array(file.utf8), name: "strings.xml").texts
    #expect(texts["a"]?.text == "B")
    #expect(texts["x"]?.text.hasPrefix("@string/") == true)
    #expect(texts["lost"]?.text == "@string/none")
  }

  static let broken: [(String, Problem.Code)] = [
    ("<resources>⟦<⟧string name=\"a\"", "broken-xml"),
    ("<resources>⟦<⟧string name=a>x</string></resources>", "broken-xml"),
    ("<resources>⟦<string name=\"a\">⟧never ends", "broken-xml"),
    ("<resources>⟦<⟧!-- never ends", "broken-xml"),
    ("<resources><string name=\"a\">⟦<⟧![CDATA[ x</string>", "broken-xml"),
    ("<resources>⟦<string>⟧x</string></resources>", "missing-name"),
    (
      "<resources><string name=\"a\">x</string>\n⟦<string name=\"a\">⟧y</string></resources>",
      "repeated-text"
    ),
  ]

  @Test("have errors reported at their position", arguments: broken)
  func errors(_ marked: String, _ code: Problem.Code) {
    let marked = MarkedText(marked)
    let table = TextTable(android: Array(marked.text.utf8), name: "strings.xml")
    #expect(table.problems.map(\.code) == [code])
    #expect(table.problems.first?.location?.range == marked.ranges[0])
  }
}
