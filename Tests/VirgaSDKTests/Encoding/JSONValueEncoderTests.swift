import Testing
import VirgaJSON
import VirgaTestSupport

@testable import VirgaSDK

@Suite("JSON encoder") struct JSONValueEncoderTests {
  struct Everything: Encodable {
    var flag = true
    var text = "é\n"
    var int = Int.min
    var huge = UInt64.max
    var real = 0.1
    var float: Float = 0.1
    var nothing: Int? = nil
    var list = [[1], []]
    var map = ["b": 1.5]
    var cases = [ItemId.viewHistory]
    var notANumber = Double.nan
  }

  @Test("every kind of value is encoded")
  func everyKind() throws {
    #expect(
      try JSONValueEncoder.json(of: Everything()).compact
        == #"{"flag":true,"text":"é\n","int":-9223372036854775808,"huge":18446744073709551615,"real":0.1,"float":0.1,"#
        + #""list":[[1],[]],"map":{"b":1.5},"cases":["view-history"],"notANumber":null}"#)
  }

  @Test("single values are encoded")
  func singleValues() throws {
    #expect(try JSONValueEncoder.json(of: 3) == 3)
    #expect(try JSONValueEncoder.json(of: "x") == "x")
    #expect(try JSONValueEncoder.json(of: [Int]()) == [])
    #expect(try JSONValueEncoder.json(of: [String: Int]()) == [:])
    #expect(try JSONValueEncoder.json(of: [nil, 1] as [Int?]) == [.null, 1])
  }

  @Test("nested containers are encoded")
  func nestedContainers() throws {
    struct ByHand: Encodable {
      enum Key: String, CodingKey { case object, list, none, parent }

      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        var object = container.nestedContainer(keyedBy: Key.self, forKey: .object)
        try object.encode(1, forKey: .none)
        var list = container.nestedUnkeyedContainer(forKey: .list)
        try list.encodeNil()
        var inner = list.nestedUnkeyedContainer()
        try inner.encode("x")
        try container.encodeNil(forKey: .none)
        try "p".encode(to: container.superEncoder(forKey: .parent))
      }
    }
    #expect(
      try JSONValueEncoder.json(of: ByHand()).compact
        == #"{"object":{"none":1},"list":[null,["x"]],"none":null,"parent":"p"}"#)
  }
}
