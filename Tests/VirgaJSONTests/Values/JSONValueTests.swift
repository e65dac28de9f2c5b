import Testing
import VirgaJSON

@Suite("JSON values") struct JSONValueTests {
  @Test(
    "values with the same meaning are equal and have the same hash",
    arguments: [
      ("1", "1.0"), ("1", "1e0"), ("100", "1e2"), ("100", "10E+1"), ("0", "-0"), ("0", "0e99"),
      ("0.5", "5e-1"),
      ("-1.50", "-15e-1"), ("123456789012345678901234567890", "1.2345678901234567890123456789e29"),
      ("9223372036854775807", "9223372036854775807.000"), ("0e99999999999999999999999", "0"),
      (#""é""#, #""\u00e9""#), (#"{"a":1,"b":[2]}"#, #"{"b":[2.0],"a":1}"#), ("[{}]", "[ { } ]"),
    ])
  func equalValues(_ left: String, _ right: String) throws {
    let (left, right) = (try JSONValue.parse(left), try JSONValue.parse(right))
    #expect(left == right)
    #expect(right == left)
    #expect(left.hashValue == right.hashValue)
    #expect(Set([left, right]).count == 1)
  }

  @Test(
    "values with different meanings are not equal",
    arguments: [
      ("1", "1.0000000000000000000000001"), ("1", "-1"), ("1", #""1""#), ("0", "false"),
      ("0", "null"), ("[]", "{}"),
      ("9007199254740993", "9007199254740992"), ("9223372036854775808", "9223372036854775809"),
      ("1e-400", "1e-401"), ("1e-99999999999999999999", "1e-99999999999999999998"),
      ("[1,2]", "[2,1]"),
      (#"{"a":1}"#, #"{"a":1,"b":2}"#), (#"{"a":1}"#, #"{"b":1}"#), (#"{"a":null}"#, "{}"),
      ("true", "false"),
      (#""\u00e9""#, #""e\u0301""#), (#"{"\u00e9":1}"#, #"{"e\u0301":1}"#),
    ])
  func unequalValues(_ left: String, _ right: String) throws {
    let (left, right) = (try JSONValue.parse(left), try JSONValue.parse(right))
    #expect(left != right)
    #expect(right != left)
    #expect(Set([left, right]).count == 2)
  }

  @Test("identity includes order and spelling")
  func identity() throws {
    let value = try JSONValue.parse(#"{"a":1,"b":[1.0,"x"]}"#)
    #expect(value.isIdentical(to: ["a": 1, "b": [1.0, "x"]]))
    #expect(!value.isIdentical(to: ["b": [1.0, "x"], "a": 1]))
    #expect(!value.isIdentical(to: try JSONValue.parse(#"{"a":1,"b":[1.00,"x"]}"#)))
    #expect(!value.isIdentical(to: ["a": 1, "b": [1, "x"]]))
    #expect(!value.isIdentical(to: ["a": 1, "b": [1.0]]))
  }

  @Test("Swift literals create values")
  func literals() {
    let name = "virga"
    let value: JSONValue = [
      "n": .null, "b": true, "i": -3, "d": 0.5, "s": "\(name)!", "a": [1, "x"], "o": [:],
    ]
    #expect(value.compact == #"{"n":null,"b":true,"i":-3,"d":0.5,"s":"virga!","a":[1,"x"],"o":{}}"#)
    #expect(JSONValue(Double.nan) == .null)
    #expect(JSONValue(-Double.infinity) == .null)
    #expect(JSONValue(1e300).compact == "1e+300")
  }

  @Test("an accessor returns only its own kind")
  func accessors() {
    let value: JSONValue = ["n": .null, "b": true, "i": 3, "d": 2.5, "s": "x", "a": [1]]
    #expect(value["n"]?.isNull == true)
    #expect(value["b"]?.booleanValue == true)
    #expect(value["b"]?.integerValue == nil)
    #expect(value["i"]?.integerValue == 3)
    #expect(value["i"]?.doubleValue == 3)
    #expect(value["i"]?.booleanValue == nil)
    #expect(value["d"]?.doubleValue == 2.5)
    #expect(value["d"]?.integerValue == nil)
    #expect(value["s"]?.stringValue == "x")
    #expect(value["s"]?.doubleValue == nil)
    #expect(value["a"]?.arrayValue == [1])
    #expect(value["a"]?[0] == 1)
    #expect(value["a"]?[1] == nil)
    #expect(value["a"]?[-1] == nil)
    #expect(value["a"]?.objectValue == nil)
    #expect(value["missing"] == nil)
    #expect(value.objectValue?.keys == ["n", "b", "i", "d", "s", "a"])
  }

  @Test(
    "integerValue is nil unless the value is exactly an Int64",
    arguments: [
      ("3", 3), ("3.0", 3), ("3e0", 3), ("-0", 0), ("30e-1", 3), ("9223372036854775807", Int64.max),
      ("-9223372036854775808", Int64.min), ("9.223372036854775807e18", Int64.max),
      ("9223372036854775808", nil),
      ("3.5", nil), ("1e19", nil), ("1e-99999999999999999999", nil),
    ] as [(String, Int64?)])
  func exactIntegers(_ text: String, _ expected: Int64?) throws {
    #expect(try JSONValue.parse(text).integerValue == expected)
  }
}
