import Testing
import VirgaJSON
import VirgaSource
import VirgaYAML

@Suite("YAML scalars") struct YAMLScalarTests {
  /// Scalars as written, and their JSON values.
  static let table: [(String, String)] = [
    ("yes", #""yes""#), ("no", #""no""#), ("on", #""on""#), ("off", #""off""#), ("Yes", #""Yes""#),
    ("y", #""y""#),
    ("n", #""n""#), ("true", "true"), ("True", "true"), ("TRUE", "true"), ("tRUE", #""tRUE""#),
    ("false", "false"),
    ("False", "false"), ("FALSE", "false"), ("~", "null"), ("null", "null"), ("Null", "null"),
    ("NULL", "null"),
    ("nULL", #""nULL""#), ("", "null"), ("010", #""010""#), ("0777", #""0777""#),
    ("-010", #""-010""#),
    ("08", #""08""#), ("00", #""00""#), ("0o10", "8"), ("0o17", "15"), ("0o8", #""0o8""#),
    ("0x1F", "31"),
    ("0x1f", "31"), ("-0x1F", "-31"), ("0xG", #""0xG""#), ("0x", #""0x""#), ("0b11", "3"),
    ("0b2", #""0b2""#),
    ("1_000", #""1_000""#), ("1:30", #""1:30""#), ("190:20:30", #""190:20:30""#),
    ("2001-01-01", #""2001-01-01""#),
    ("2001-01-01T00:00:00Z", #""2001-01-01T00:00:00Z""#), ("1.", "1.0"), (".5", "0.5"),
    ("-.5", "-0.5"),
    ("1e3", "1000.0"), ("1E3", "1000.0"), ("1e+3", "1000.0"), ("1e-3", "0.001"), ("1e-7", "1e-7"),
    ("1e21", "1e21"),
    ("1.50", "1.5"), ("3.0", "3.0"), ("01.5", "1.5"), (".inf", "null"), ("-.inf", "null"),
    (".Inf", "null"),
    (".nan", "null"), (".NaN", "null"), ("-.nan", #""-.nan""#), ("inf", #""inf""#),
    ("nan", #""nan""#),
    ("1e400", #""1e400""#), ("1e", #""1e""#), ("e3", #""e3""#), (".", #"".""#), (".e3", #"".e3""#),
    ("+", #""+""#),
    ("+5", "5"), ("-5", "-5"), ("-0", "0"), ("0", "0"), ("+-5", #""+-5""#), ("1.2.3", #""1.2.3""#),
    ("9223372036854775807", "9223372036854775807"), ("9223372036854775808", "9223372036854775808"),
    ("18446744073709551615", "18446744073709551615"),
    ("-9223372036854775808", "-9223372036854775808"),
    ("'5'", #""5""#), ("\"true\"", #""true""#), ("'~'", #""~""#), ("!!str 5", #""5""#),
    ("!!int '5'", "5"),
    ("2.5.0", #""2.5.0""#), ("1 000", #""1 000""#), ("½", #""½""#),
  ]

  @Test("have the same values as in nimbus-fml", arguments: table)
  func values(_ written: String, _ json: String) throws {
    let (document, problems) = YAMLReader.read(
      SourceText(name: "a.yaml", text: "value: \(written)\n"))
    #expect(problems == [])
    #expect(try #require(document?.root["value"]).json.compact == json)
  }

  @Test("keep their types in flow style")
  func flowStyle() throws {
    let (document, _) = YAMLReader.read(SourceText(name: "a.yaml", text: "[yes, 'no', 0x10, ~]"))
    #expect(document?.root.json.compact == #"["yes","no",16,null]"#)
  }
}
