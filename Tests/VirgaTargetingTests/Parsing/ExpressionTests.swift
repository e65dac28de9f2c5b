import Testing
import VirgaJSON
import VirgaTargeting

@Suite("Names and constants in an expression") struct ExpressionTests {
  @Test("the values that an expression compares an attribute with are found")
  func compared() throws {
    let expression = try Expression(
      "region in ['US', 'CA'] && v|versionCompare('1.2') >= 0 && 'x' == locale")
    #expect(
      expression.comparedValues == [
        "region": [.string("US"), .string("CA")], "v": [.string("1.2")], "locale": [.string("x")],
      ])
  }

  @Test("the events that an expression counts are found")
  func eventNames() throws {
    #expect(try Expression("'opened'|eventSum('Days', 28, 0) > 3").eventNames == ["opened"])
    let both = "'caf\u{E9}'|eventSum('Days', 28, 0) > 'cafe\u{301}'|eventSum('Days', 28, 0)"
    #expect(try Expression(both).eventNames.count == 2)
  }
}
