/// All rows in table order.
enum AllRows {
  static func rows(_ inputs: Inputs, _ options: Options) -> [Row] {
    var rows: [Row] = []
    for input in inputs.all { rows += LoadingRows.rows(input, options.sampling) }
    rows += ProcessRows.start(options)
    for input in inputs.all { rows += ProcessRows.rows(input, options) }
    rows += FMLRows.rows(inputs, options)
    rows += ConsoleRows.rows(inputs, options)
    rows += ScreenRows.rows(inputs, options)
    if options.isLong {
      rows += LongTextRows.rows(inputs, options) + GrowthRows.rows(inputs, options)
    }
    rows += EditorRows.rows(options.sampling)
    rows += LanguageServerRows.rows(inputs, options)
    rows += BucketingRows.rows(options.sampling)
    rows += SessionRows.rows(options.sampling)
    rows += LiveRows.rows(options.sampling)
    rows += SDKRows.rows(options.sampling)
    return rows
  }
}
