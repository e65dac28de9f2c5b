import Testing
import VirgaJSON

@Suite struct JSONValueTests {
  @Test(arguments: [
    #"{"b":1,"a":[true,false,null,-0,1.50,1e3,"x\ty\u2028/\"\\"],"c":{}}"#, "[]", "{}", "3", #""""#,
    "[9223372036854775807,-9223372036854775808,9223372036854775808]",
  ])
  func textOfAValueComesBackUnchanged(_ text: String) throws {
    #expect(try JSONValue.parse(text).compact == text)
  }
}
