import Testing
import VirgaJSON
import VirgaTestSupport

@Suite("JSON values") struct JSONValueTests {
  @Test(
    "values with the same meaning are equal",
    arguments: [
      TestRow("a point with a zero", ("1", "1.0")),
      TestRow("an exponent of zero", ("1", "1e0")),
      TestRow("an exponent in place of zeros", ("100", "1e2")),
      TestRow("a positive exponent that is spelled out", ("100", "10E+1")),
      TestRow("negative zero", ("0", "-0")),
      TestRow("zero with an exponent", ("0", "0e99")),
      TestRow("a negative exponent", ("0.5", "5e-1")),
      TestRow("a negative decimal", ("-1.50", "-15e-1")),
      TestRow(
        "an integer of thirty digits",
        ("123456789012345678901234567890", "1.2345678901234567890123456789e29")),
      TestRow(
        "an integer with three zeros after its point",
        ("9223372036854775807", "9223372036854775807.000")),
      TestRow("zero with a huge exponent", ("0e99999999999999999999999", "0")),
      TestRow("an escaped letter", (#""é""#, #""\u00e9""#)),
      TestRow("members in another order", (#"{"a":1,"b":[2]}"#, #"{"b":[2.0],"a":1}"#)),
      TestRow("blanks between brackets", ("[{}]", "[ { } ]")),
    ])
  func equalValues(_ row: TestRow<(String, String)>) throws {
    let (left, right) = (try JSONValue.parse(row.values.0), try JSONValue.parse(row.values.1))
    #expect(left == right)
    #expect(right == left)
    #expect(left.hashValue == right.hashValue)
    #expect(Set([left, right]).count == 1)
  }

  @Test(
    "values with different meanings are not equal",
    arguments: [
      TestRow("a difference in the 25th decimal", ("1", "1.0000000000000000000000001")),
      TestRow("another sign", ("1", "-1")),
      TestRow("a number and its text", ("1", #""1""#)),
      TestRow("zero and false", ("0", "false")),
      TestRow("zero and null", ("0", "null")),
      TestRow("an array and an object", ("[]", "{}")),
      TestRow("integers beyond the precision of Double", ("9007199254740993", "9007199254740992")),
      TestRow("integers beyond Int64", ("9223372036854775808", "9223372036854775809")),
      TestRow("numbers below the range of Double", ("1e-400", "1e-401")),
      TestRow(
        "numbers with huge exponents", ("1e-99999999999999999999", "1e-99999999999999999998")),
      TestRow("elements in another order", ("[1,2]", "[2,1]")),
      TestRow("one more member", (#"{"a":1}"#, #"{"a":1,"b":2}"#)),
      TestRow("another key", (#"{"a":1}"#, #"{"b":1}"#)),
      TestRow("a null and a missing member", (#"{"a":null}"#, "{}")),
      TestRow("true and false", ("true", "false")),
      TestRow("a letter composed and decomposed", (#""\u00e9""#, #""e\u0301""#)),
      TestRow("a key composed and decomposed", (#"{"\u00e9":1}"#, #"{"e\u0301":1}"#)),
    ])
  func unequalValues(_ row: TestRow<(String, String)>) throws {
    let (left, right) = (try JSONValue.parse(row.values.0), try JSONValue.parse(row.values.1))
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
      TestRow("an integer", ("3", 3)),
      TestRow("an integer with a zero after its point", ("3.0", 3)),
      TestRow("an integer with an exponent", ("3e0", 3)),
      TestRow("negative zero", ("-0", 0)),
      TestRow("an exponent that leaves an integer", ("30e-1", 3)),
      TestRow("the largest Int64", ("9223372036854775807", Int64.max)),
      TestRow("the smallest Int64", ("-9223372036854775808", Int64.min)),
      TestRow("the largest Int64 with an exponent", ("9.223372036854775807e18", Int64.max)),
      TestRow("one more than the largest", ("9223372036854775808", nil)),
      TestRow("a decimal", ("3.5", nil)),
      TestRow("a number that is too large", ("1e19", nil)),
      TestRow("a number with a huge exponent", ("1e-99999999999999999999", nil)),
    ] as [TestRow<(String, Int64?)>])
  func exactIntegers(_ row: TestRow<(String, Int64?)>) throws {
    let (text, expected) = row.values
    #expect(try JSONValue.parse(text).integerValue == expected)
  }
}
